# Installs setup.exe silently for this user, tries the command and the window, uninstalls. For a Windows runner; not run anywhere yet.
$ErrorActionPreference = "Stop"
$setup = Get-ChildItem dist -Recurse -Filter "*-setup.exe" | Select-Object -First 1
$home_ = Join-Path $env:LOCALAPPDATA "Programs\LLM Deployment Advisor"
Start-Process -Wait -FilePath $setup.FullName -ArgumentList "/S"
if (-not (Test-Path "$home_\advisor.exe")) { throw "not installed" }
& "$home_\advisor.exe" --version
if ($LASTEXITCODE -ne 0) { throw "no version" }
& "$home_\advisor.exe" self-test
if ($LASTEXITCODE -ne 0) { throw "the self-test failed" }
$answer = & "$home_\advisor.exe" recommend --task chat --users 1 --device "RTX 4090" --os windows --interface cli --json | ConvertFrom-Json
if (-not $answer.recommendations) { throw "no recommendation" }
$window = Start-Process -PassThru -FilePath "$home_\advisor-window.exe"
Start-Sleep -Seconds 15
if ($window.HasExited) { throw "the window closed by itself" }
Stop-Process -Id $window.Id
Get-Process pythonw -ErrorAction SilentlyContinue | Where-Object { $_.Path -like "$home_*" } | Stop-Process
Start-Sleep -Seconds 2
Start-Process -Wait -FilePath "$home_\uninstall.exe" -ArgumentList "/S"
Start-Sleep -Seconds 5
if (Test-Path "$home_\lib") { throw "the uninstaller left files" }
if (Test-Path "HKCU:\Software\Classes\llm-deployment-advisor.file") { throw "the uninstaller left registry entries" }
"passed"
