; The per-user installer: no administrator, a start-menu entry, "open with" for our files, an uninstaller. Filled in by setup.py.
Unicode true
Target amd64-unicode
SetCompressor /SOLID lzma
SetDateSave on
ManifestDPIAware true
RequestExecutionLevel user
Name "@TITLE@"
OutFile "@OUT@"
InstallDir "$LOCALAPPDATA\Programs\@TITLE@"
InstallDirRegKey HKCU "Software\@ID@" "InstallDir"
VIProductVersion "@VERSION@.0"
VIAddVersionKey "ProductName" "@TITLE@"
VIAddVersionKey "FileDescription" "@TITLE@ setup"
VIAddVersionKey "FileVersion" "@VERSION@"
VIAddVersionKey "ProductVersion" "@VERSION@"
VIAddVersionKey "LegalCopyright" "@AUTHORS@, MIT licence"

!include "MUI2.nsh"
!include "x64.nsh"
!define MUI_ICON "@ICON@"
!define MUI_UNICON "@ICON@"
!define MUI_FINISHPAGE_RUN "$INSTDIR\advisor-window.exe"
!insertmacro MUI_PAGE_LICENSE "@LICENCE@"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"
LangString Needs64 ${LANG_ENGLISH} "A 64-bit Windows 10 or later is needed."
LangString Needs64 ${LANG_SIMPCHINESE} "需要 64 位 Windows 10 或更高版本。"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\@ID@"

Function .onInit
  ${IfNot} ${RunningX64}
    MessageBox MB_OK|MB_ICONSTOP "$(Needs64)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
FunctionEnd

; Files of an older version go first, so that nothing of it is loaded by the new one.
!macro RemoveProgram
  RMDir /r "$INSTDIR\python"
  RMDir /r "$INSTDIR\lib"
  RMDir /r "$INSTDIR\licences"
  Delete "$INSTDIR\advisor.exe"
  Delete "$INSTDIR\advisor-window.exe"
  Delete "$INSTDIR\advisor.ico"
!macroend

Section
  !insertmacro RemoveProgram
@FILES@
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\@TITLE@.lnk" "$INSTDIR\advisor-window.exe" "" "$INSTDIR\advisor.ico"
  WriteRegStr HKCU "Software\@ID@" "InstallDir" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "@TITLE@"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "@VERSION@"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "@AUTHORS@"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\advisor.ico"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" @KB@
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  ; "Open with" for scenarios (Windows knows only the last ending, .json) and models; nobody's default is taken away.
  WriteRegStr HKCU "Software\Classes\@ID@.file" "" "@TITLE@"
  WriteRegStr HKCU "Software\Classes\@ID@.file\DefaultIcon" "" "$INSTDIR\advisor.ico"
  WriteRegStr HKCU "Software\Classes\@ID@.file\shell\open\command" "" '"$INSTDIR\advisor-window.exe" "%1"'
  WriteRegStr HKCU "Software\Classes\.json\OpenWithProgids" "@ID@.file" ""
  WriteRegStr HKCU "Software\Classes\.gguf\OpenWithProgids" "@ID@.file" ""
  WriteRegStr HKCU "Software\Classes\advisor" "" "URL:@TITLE@"
  WriteRegStr HKCU "Software\Classes\advisor" "URL Protocol" ""
  WriteRegStr HKCU "Software\Classes\advisor\shell\open\command" "" '"$INSTDIR\advisor-window.exe" "%1"'
  WriteRegStr HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\advisor.exe" "" "$INSTDIR\advisor.exe"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

; Preferences and the last session (%LOCALAPPDATA%\@ID@) are the person's and stay.
Section "Uninstall"
  !insertmacro RemoveProgram
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\@TITLE@.lnk"
  DeleteRegKey HKCU "Software\@ID@"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Classes\@ID@.file"
  DeleteRegValue HKCU "Software\Classes\.json\OpenWithProgids" "@ID@.file"
  DeleteRegValue HKCU "Software\Classes\.gguf\OpenWithProgids" "@ID@.file"
  DeleteRegKey HKCU "Software\Classes\advisor"
  DeleteRegKey HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\advisor.exe"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd
