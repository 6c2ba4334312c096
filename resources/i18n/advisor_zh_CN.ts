<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>core</name>
    <message>
        <source>--kv-bits switches batching off: one request at a time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A GGUF file ({asked}) is for the llama.cpp family; this engine takes safetensors checkpoints such as AWQ, GPTQ or FP8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A Mac without an Apple chip: no MLX, and Metal only through llama.cpp.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A Modelfile cannot carry a path with a double quote.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A context of {context} tokens cannot hold a prompt of {prompt}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A desktop app: no terminal needed, model and chat are in its own window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A hybrid: only {full} of {layers} layers are attention layers with a KV cache, the others keep a fixed recurrent state, so long contexts stay small.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A key is 16 to 256 letters, digits, dots, dashes or underscores, the first a letter or digit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A memory system stands for one socket: {count} of them were taken as one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A mirror is an address like https://hf-mirror.com.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A mixture of experts: {total} B parameters in memory, only about {active} B active for each token, so it is faster than a dense model of its size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model name that begins with a dash would be taken for an option.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A quantized KV cache turns MLX-LM's batching off: one request at a time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A server behind the gateway is written host:port.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A {what} of {n} characters is too long for a command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About {part} of {all} layers go to the GPU, the rest stays in host memory and costs speed. The log names the buffers of the fullest device: model about {weights} MiB, KV {kv} MiB, compute about {compute} MiB, and ends with "server is listening".</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About {size}. ModelScope often keeps the same name; where it says not found, search its site for {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About {size}; ends by printing the folder. Gated models need `hf auth login` first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a certificate (listen … ssl) before it leaves a trusted network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An {maker} graphics device ({name}) was found, of which nothing more is known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask for at least {least}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask without a key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At about {rate} it is slower than most people read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before {since} write {old} instead of {flag}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beyond {cap} requests at once, or {quota} a minute for one key, it answers 429 at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clients send the key of this file to port {port}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connects to the first machine; {address} in it is that machine's address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Containers on macOS do not reach the Apple GPU, so MLX-LM has none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continuous batching: one read of the weights serves all {users} concurrent requests, so throughput grows with the users.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy it again, to its end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost per token falls with the batch: {rate} from one machine, so every million output tokens takes {minutes} of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+C ends the watching only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Did you mean {near}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discover (magnifier): search for {name}, choose {mix}, Download. Chat: choose the model at the top, switch on "Manually choose model load parameters", set Context Length to {context} and GPU Offload to the right end, Load Model. Developer: switch Status to Running to give editors the API.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Docker's mount option cannot carry a path with a comma or a double quote.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does the API answer?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download from ModelScope (pip install modelscope)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download the weights (pip install huggingface_hub)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download {repository}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each object says created.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each object says deleted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each service says Started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends by printing the folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends with "Model loaded successfully".</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends with the image's name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends with the line success.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends with the name of the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every pod of the cluster reaches it, with the key of the Secret {name}-key only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fall back: send what would wait longer than {seconds} s to an API.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find the weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flags checked for {engine} {version}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flash attention was asked for and ignored: the model does not support it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For TensorRT-LLM only MTP speculation is written here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For {users} at a time it gains nothing over the simpler engines; batching pays from about {least} users at once, and setup takes more work.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From 0.33 on the flag is shown as --disable-prefix-caching; this form works in both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get the container image (needs Docker)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get the image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hand it the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Highest throughput on this generation of NVIDIA servers, for a team that runs it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install LiteLLM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install {engine}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Is it all on the GPU?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Is it ready?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It checks no key: the NetworkPolicy lets in only pods labelled llm-access: "yes", such as your gateway.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It does not fit in this machine's memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It does not fit on the card: {host} stay in system memory and are computed on the CPU (offload), so the speed drops. A smaller model that fits whole, or more memory, is faster.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has no data-parallel flag: start {n} such servers, each on its own GPUs (CUDA_VISIBLE_DEVICES) and port, behind one proxy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has no native Windows build: run it in WSL2 or Docker; WSL2 takes half of the RAM by default.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has no option for the context: keep prompt and answer together under {context} tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has no window of its own on this system: it is run from a terminal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It holds {holds} of {people} requests of {context} tokens at once; the others wait or are pushed out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It listens on this machine only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It serves a fixed number of slots without a batching scheduler: with {users} users at once they wait for each other or memory runs out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It takes {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It would not start: neither the GPU nor the host memory holds it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It would not start: the layers asked for do not fit the GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It would not start: weights of {weights} and {others} beside them are more than the {budget} it may use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It would refuse to start: one request of {context} tokens needs more than the cache; at most {most} fit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It would refuse to start: other programs hold {used}, so less than {budget} is free. A share of {share} would start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It would refuse to start: {blocks} state blocks fit for max_num_seqs {parallel}; lower it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It would run out of memory while capturing CUDA graphs: {graphs} of them come on top of the share in this version. Lower gpu_memory_utilization.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its CPU build gains nothing here over the engines made for CPUs, and is more work to install.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its cache holds {tokens} tokens: a request of {context} does not fit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its compressed sparse attention keeps the KV cache small even at very long contexts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its latent attention (MLA) cache cannot be divided by tensor parallelism, so attention runs data parallel (DP attention) and the experts are spread by expert parallelism.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its latent attention (MLA) cache is small but repeated on every tensor-parallel rank; expert parallel with DP attention holds more users.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its latent attention (MLA) keeps the KV cache small.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its prefix cache reuses the KV of a shared system prompt block by block.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its radix tree keeps every shared prefix: a common system prompt is computed once and reused by all requests.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON that names {model}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON that names {model}. Point your editor at {url}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON with the answer in choices[0].message.content.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV cache in 8 bit and a context of {tokens} tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the KV cache in 8 bit ({dtype}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the settings for the app</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys stay in the environment, not in this file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Known: bash, powershell, cmd.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Known: {forms}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Known: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kubernetes mounts a model's folder by its absolute path on the node.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LM Studio comes as an app and a daemon, not as a container.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LM Studio downloads from Hugging Face; behind a mirror switch on its proxy in the settings, or download the file and use lms import.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latency at {users} at once: first token {ttft}, then {tpot} per token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launch {engine} {version}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let at most {holds} ask at once; the others wait at the gateway.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let the program make one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listens on port {port}; clients send LITELLM_MASTER_KEY.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lists {model}; the system's own monitor shows about {size} in use on the fullest device.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LiteLLM would take a name that begins with os.environ for a variable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loads the model, then shows the prompt &gt;&gt;&gt;. /bye leaves it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MIG is on: a process can use ONE of the slices, not the whole card.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MLX-LM runs MLX checkpoints; {format} is not one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MLX-LM runs on Apple chips only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Made as a desktop app; as a server behind an API it is a detour.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make the {bits}-bit weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes the folder {folder}, about {size}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVIDIA servers on Linux only and the most to set up; it returns that at maximum throughput with many users at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the model by a path that begins with /, or by its repository.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the model by its repository or by a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the model by its repository.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No engine was named: answered for {engine}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No error once the model is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No form is called {form}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No format of this model runs in it on this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No graphics device was found: engines would run on the processor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No native Windows build: it runs there through WSL2 or Docker only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No quantization was asked for: {engine} would take {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No repository is known for {model}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No shell is called {shell}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No view is called {view}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No {quantization} checkpoint of {model} is listed here: find or make one, put it in {folder}, and read its card.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No {what} is called {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not every card is free: {free} are; memory is counted card by card.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OLLAMA_KV_CACHE_TYPE needs flash attention, set here too; a model without it falls back to f16 with a line in the log only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ollama cuts num_ctx to the model's maximum of {most} tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ollama ignores the KV type {kind} without an error and keeps f16.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ollama serves {architecture} models one request at a time, whatever OLLAMA_NUM_PARALLEL says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On AMD it runs through ROCm (HIP) or Vulkan; which is faster depends on the card.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On AMD it runs through ROCm (Instinct servers).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On AMD it runs through ROCm, or Vulkan where ROCm does not know the card.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On AMD it runs through ROCm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On AMD it runs through Vulkan or ROCm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On Intel it runs through Vulkan or SYCL (oneAPI); which is faster depends on the format.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On Intel it runs through Vulkan.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On each other machine: join it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On machine {n}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the first machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the first machine: launch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the first machine: start Ray</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One container runs on one machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One stream gives about {rate} ({low}–{high}): each token reads the weights at this machine's {bandwidth} GB/s of bandwidth.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One unit runs on one machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One user at a time: the simple engine gives the full single-stream speed, with one command to install.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the header was pasted: paste the device rows below it too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Or in the app, without a terminal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Others reach port {port}, with the key only; put a gateway with TLS in front outside a trusted network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PROCESSOR says 100% GPU; a share of CPU means it did not fit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste only what the tool printed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste what nvidia-smi, rocm-smi or system_profiler prints.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste what nvidia-smi, rocm-smi, amd-smi, system_profiler, lspci or `ollama ps` prints, or an engine's log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipeline over {cards} cards: each holds a part of the layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prints 200.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prints 401: without the key nobody gets in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prints llm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prints nothing but a link.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prints nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prints nothing; quit Ollama in the menu bar and start it again, or use the next step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prints nothing; quit Ollama in the tray and start it again, or use the next step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prints nothing; the systemd form keeps the settings instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prints the container's id.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prints {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pull</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put it in place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put it in place and start it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the LiteLLM proxy in front of it and watch that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantize it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>READY counts up once the model is loaded; kubectl describe pod says why one waits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ray runtime started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reach it from here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading a prompt of {prompt} tokens (prefill) takes about {ttft} before the first token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the folder, or use the Compose form.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run it inside WSL2 or Docker.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs on the CPU alone with kernels made for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SIZE about {size}, PROCESSOR 100% CPU, CONTEXT {context}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SIZE about {size}, PROCESSOR 100% GPU, CONTEXT {context}. A share of CPU means it did not fit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SIZE about {size}, PROCESSOR about {cpu}%/{gpu}% CPU/GPU, CONTEXT {context}: the part on the CPU costs speed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>STATUS says healthy once the model is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as .env beside it, readable by you only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as ask.py</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as compose.yaml</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as litellm.env, readable by you only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as litellm.yaml</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as llm.env, then put it in place for root only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as llm.rules.yml</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as llm.yaml</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as nginx.conf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as prometheus.yml</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save this as {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Says "Listening on" with the port; leave this window open and go on in a second one. It stops at once where Ollama already runs: quit that one first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Says SUCCESS for each file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Says config OK.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Says that the server runs on port {port}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See `advisor catalog {what}s`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shorten the context to {tokens} tokens per request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shorten: halve the longest prompt, and the cache holds twice as many.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shorten: {context} tokens a request let all {people} be held at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smaller: a smaller quantization or model leaves more room for the cache.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed is unknown: the device's memory bandwidth is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Splits the layers over unequal cards by what each has free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start LM Studio once, then `lms --help` lists its commands (npx lmstudio install-cli adds it to PATH).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start the server with these settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the service that the installer started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Structured output: JSON by schema (grammar back end) and tool-call parsers at full batch size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take a mix such as Q4_K_M.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take a smaller model: {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take a smaller quantization: {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take an engine that does: llama.cpp, Ollama and LM Studio run nearly everywhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take llama.cpp or Ollama.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take llama.cpp, Ollama or vLLM.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take mlx-4bit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the shell form or Kubernetes for several.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the shell form or, with several machines, Kubernetes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the shell form.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take vLLM or SGLang, or one server a machine behind a proxy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take {good}, or expert parallel.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor parallel over {cards} cards (TP {cards}): each reads its share of the weights, which shortens the time per token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor parallel {degree} cuts the experts ({size}) to {part}, not a multiple of the FP8 block of {block}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor parallelism wants equal cards; with mixed hardware the weaker card sets the pace and the share.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That engine does not run as a Linux service.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The JSON is cut or damaged: paste all of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The KV cache holds only {holds} of {users} requests of {context} tokens at once; the others wait in the queue. Cap the concurrency, shorten the context, or take a model with less KV.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The KV cache in {type} was asked for and ignored: it stays in 16 bit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The KV cache is kept in 8 bit ({dtype}, with flash attention) so that {users} x {context} tokens fit beside the weights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The account's name is not one that Linux takes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer word by word, then the time to the first token and the pace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bandwidth is ambiguous: {widths} GB/s by the number of GPU cores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cache holds {tokens} tokens, fewer than one request of {longest}: the engine does not start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cards are linked by NVLink, so the two all-reduce steps of each layer cost little.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The compute graph alone wants more than is free: that is why no layer is on the GPU (fewer parallel requests or a shorter context shrink it).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The context of {asked} tokens is beyond the model's {limit}: it needs a rope scaling setting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The driver answers for none of its sensors: it is not healthy (restart, or reinstall the driver).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The experts of {n} of {all} layers stay in host memory ({size}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file has about {size}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first launch downloads the file. The log names the buffers of the fullest device: model about {weights} MiB, KV {kv} MiB, compute about {compute} MiB, and ends with "server is listening".</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first machine's address is a name or an IPv4 address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key that clients send.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key that clients send; keep it out of version control.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keys; never a well-known one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layers are split over the mixed cards by their size; the times of both add up, and the slower card weighs most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layers are split over {cards} cards: it fits, at the speed of one card.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The link is not whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log ends with "Application startup complete".</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log ends with "The server is fired up and ready to roll!".</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log ends with "server is listening".</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log names max_total_num_tokens, about {tokens}, and ends with "The server is fired up and ready to roll!".</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log names the KV cache's room, about {tokens} tokens, and ends with "Application startup complete".</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log says about: GPU KV cache size: {tokens} tokens; Maximum concurrency for {context} tokens per request: {times}x. Then "Application startup complete".</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log says that the server listens on port {port}; the first request loads about {size}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log's “unaccounted” is negative: its count of free memory was taken before the model was loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory is free again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory is free again; nvidia-smi or the like shows it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory is not in the text: taken as {size} from the catalog.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mirror must also serve the paths that Ollama asks for (/v2/).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model's name appears at the top.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The number of GPU cores is not in the text: chips of this name differ in bandwidth.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pasted text is longer than {limit} characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pasted text names no device.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The probe {name} failed: {error}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The size of the memory is not in the text: paste `system_profiler SPHardwareDataType` too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The slices are not in the text: paste the table of MIG devices below it too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text does not name the device.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tool cut the name {name}: taken as {taken}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The value {value} of {flag} begins with a dash and would be taken for an option.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {what} holds the invisible character U+{code}, which does not belong in a command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Then ask http://127.0.0.1:{port}/v1/models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These cards are linked by PCIe, without NVLink: the all-reduce of each layer goes over the bus, so tensor parallelism stays as narrow as memory allows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This engine has no metric for: {alerts}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not the output of a tool that is known here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This processor, {name}: {bandwidth} a second read from memory, measured for a moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This version does not know the field {field}; it was left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try one request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn it into a GGUF</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two totals for one card: software shares it, and the smaller one is the budget.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unified memory: macOS lets the GPU use {share} of {ram} (`sysctl iogpu.wired_limit_mb` changes it).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unified memory: macOS lets the GPU use {usable} of the {total}; the rest is left for the system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unified memory: the GPU and the system share {ram}; the page cache counts as used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unified memory: the GPU and the system share {total}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unified memory: the GPU may take about half of the RAM, {share}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unified memory: the GPU may take {share} of {ram}; Linux gives half unless the GTT limit (ttm.pages_limit) is raised, Windows what the BIOS carves out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use FP8 or NVFP4 there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a format that the device knows: AWQ, GPTQ or 16 bit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use an FP8, AWQ or GPTQ checkpoint, or llama.cpp for GGUF files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use an FP8, AWQ or GPTQ checkpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use llama.cpp, Ollama or LM Studio on it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use llama.cpp, Ollama or LM Studio there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the bash or Compose form, or another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the shell form.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use vLLM or SGLang.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use {count} such cards.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>VLLM_WSL2_ENABLE_PIN_MEMORY=1: WSL 2 has pinned memory off by default, and vLLM then stops with "UVA is not available".</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watch it load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights {weights} a card leave a KV cache pool of {pool}: {tokens} tokens, {holds} requests of {context} tokens at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights {weights}, KV cache {kv} for {users} x {context} tokens: {headroom} stay free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is loaded?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With prefix caching this model also saves its recurrent state at every block of a long prompt, from the same pool: about a fifth fewer long requests than printed. A larger --mamba-block-size avoids it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without flash attention Ollama ignores the KV cache type {kind} and keeps f16.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without serving others it listens on this machine only and asks for no key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write it without that character.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You asked for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You asked for {asked}; {chosen} serves this better here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`memory_gib` was left out: the machine's devices are listed one by one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a size that its page tells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cmd has no safe way to write it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>docker compose config prints it back without an error.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from {n} measurements of this kind of device with this engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>litellm --version prints 1.110.2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>llama-server --version prints {version}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lms has no option for the KV type: set K and V cache quantization to {kind} in the app's load settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lms ls lists it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nginx -t says "test is successful".</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no measurement of this device class with this engine; from {n} of the vendor's other devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no measurement of this engine or class: from the specification, as wide as {n} measurements elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no measurement of this kind: from the specification</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no measurement of this vendor's devices with this engine; from {n} with other devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ollama --version prints {version}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ollama ps lists it no more; the memory is free again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>python3 -c "import sglang; print(sglang.__version__)" prints {version}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>python3 -m mlx_lm --version prints {version}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>systemd runs on Linux only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>trtllm-serve --help lists its options.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>vllm --version prints {version}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{blocks} blocks x {size} tokens = {tokens} tokens of cache.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} cards with expert parallel: each holds its share of the experts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{device} (compute capability {cc}) has no BF16: FP16 (--dtype half) is used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{device} (compute capability {cc}) has no native FP8: the weights are unpacked to 16 bit (weight-only, Marlin), which saves memory but not compute; INT8 (W8A8) is its own 8-bit arithmetic.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{device} has compute capability {cc}: too old for vLLM and SGLang (from 7.5) and TensorRT-LLM (from 8.0).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{device} has no FP4 units (those came with Blackwell): the weights are unpacked (weight-only), which saves memory but is no speed-up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{device} is a laptop's part: its power limit decides the speed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{device} is sold with {sizes} GB: taken as {size}. Set `memory_gib` for another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{device} shares the system's RAM, and the tool shows no total: free memory is what the system has free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{device} shares the system's RAM: the {printed} printed is the firmware's carve-out, not the budget. Give the RAM's size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} checks no key, so it listens on this machine only: serve others through the nginx form, which asks them for the key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} does not list {device} among its devices.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} does not read {format} weights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} does not run on Windows itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} does not run on this operating system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} does not run on {os} with this hardware.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} exports no metrics.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} has no code for the architecture {architecture}, so no GGUF file of it runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} has no container image for this hardware.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} is not written here for one model over several machines.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} lists no {format} for {device}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} needs compute capability {least}; {device} has {has}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} needs {makers}; it does not run on {device}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} reads GGUF files; {format} is not a GGUF mix.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} reads {format} only with a plugin since {version}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine}: {model}, {quantization}, {users} at once x {context} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{first} {second}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{flag} does not take {value}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{flag} is left out: it came with {since}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{flag} {value} avoids a known fault on this device ({source}). Read a few answers before relying on it: starting is not the same as working.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{format} is the format that it was published in: converting it again gains nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{format} needs compute capability {least} in {engine}; {device} has {has}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{heads} attention heads are not divisible by {count} cards: tensor parallel {count} would be refused.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{idle} of {count} devices are not used by this split.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{mix} follows no published table tensor by tensor: its size is a few per cent unsure. Name the GGUF file for the exact one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model} does not fit: {quantization} needs {need} a device, {usable} are usable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} can mean several devices: taken as {taken} (also: {others}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} can mean several entries: taken as {id}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be read: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} fits several devices: {near}. Which one is it?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is larger than 1 MiB; a scenario is a few hundred bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not UTF-8 text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not in the catalog: only its memory is known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: {share} % of it is in host memory, which slows every token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: {size} is less than its weights alone at 4 bit: do not trust this size, look at nvidia-smi or rocm-smi.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{nodes} machines (nodes) of 8 cards: tensor parallel stays inside a node, pipeline, data or expert parallel goes between them over InfiniBand or the like.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} at once: what its slots and KV cache hold at full length.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} may wait: about {wait} at {time} a request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} of {all} layers are on the GPU, the rest in host memory ({size} of weights).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} requests a minute for one key: twice an even share among {people}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{on} of {all} layers are on the GPU; the rest runs on the processor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} could not be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{reason} {mend}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{replicas} independent copies of the model (data parallel replicas of {each} cards) behind one address: copies scale with the load, a wider split would leave the cards waiting for each other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{sentence} {next}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{shell} cannot carry {sign} safely: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{size}. Ends with "Finished downloading".</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{size}. Ends with the line success.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{slots} slots SHARE {cells} cells: so a server starts without `-np` (with `-np 4` each slot would have its own).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{users} slots work at the same time.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>window</name>
    <message>
        <source>&amp;About</source>
        <translation>关于(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Export report…</source>
        <translation>导出报告(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Find</source>
        <translation>查找(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Guide</source>
        <translation>指南(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Look at this computer again</source>
        <translation>重新识别这台电脑(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Paste a link or a tool's text</source>
        <translation>粘贴链接或工具的输出(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>偏好设置(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Scenario</source>
        <translation>方案(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Why does it (not) fit?</source>
        <translation>为什么放得下（放不下）(&amp;W)</translation>
    </message>
    <message>
        <source>A balance</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>A damaged file was put aside: {path}</source>
        <translation>损坏的文件已另存：{path}</translation>
    </message>
    <message>
        <source>A long prompt that many questions share.</source>
        <translation>很长的提示，许多问题共用。</translation>
    </message>
    <message>
        <source>A mirror of it</source>
        <translation>它的镜像站</translation>
    </message>
    <message>
        <source>A service for a team</source>
        <translation>给团队用的服务</translation>
    </message>
    <message>
        <source>A steady pace</source>
        <translation>速度平稳</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>Add another kind</source>
        <translation>再加一种</translation>
    </message>
    <message>
        <source>Agents and structured output</source>
        <translation>智能体与结构化输出</translation>
    </message>
    <message>
        <source>All together</source>
        <translation>合计吞吐</translation>
    </message>
    <message>
        <source>All {n} together</source>
        <translation>{n} 路合计</translation>
    </message>
    <message>
        <source>Allow the network when a button asks for it</source>
        <translation>按钮要求时允许联网</translation>
    </message>
    <message>
        <source>Also works</source>
        <translation>也可以</translation>
    </message>
    <message>
        <source>Answer length</source>
        <translation>回答长度</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>At once</source>
        <translation>同时几人</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Bandwidth divided by the bytes of the weights: no engine can be faster for one stream.</source>
        <translation>带宽除以权重字节数：单路生成，任何引擎都快不过它。</translation>
    </message>
    <message>
        <source>Calculator</source>
        <translation>计算器</translation>
    </message>
    <message>
        <source>Ceiling of the pace</source>
        <translation>速度上限</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>Chat for myself</source>
        <translation>自己聊天用</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>手动选择</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the drawer</source>
        <translation>关闭侧栏</translation>
    </message>
    <message>
        <source>Code assistant</source>
        <translation>代码助手</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算缓冲</translation>
    </message>
    <message>
        <source>Context per request</source>
        <translation>每个请求的上下文</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copied: the memory table</source>
        <translation>已复制：显存表</translation>
    </message>
    <message>
        <source>Copied: the scenario as a link</source>
        <translation>已复制：方案链接</translation>
    </message>
    <message>
        <source>Copied: {what}</source>
        <translation>已复制：{what}</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>Copy all commands</source>
        <translation>复制全部命令</translation>
    </message>
    <message>
        <source>Copy as table</source>
        <translation>复制为表格</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Copy scenario as &amp;link</source>
        <translation>把方案复制为链接(&amp;L)</translation>
    </message>
    <message>
        <source>Copy the command: {title}</source>
        <translation>复制命令：{title}</translation>
    </message>
    <message>
        <source>Copy the memory table</source>
        <translation>复制显存表</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Copy the scenario as a link</source>
        <translation>把方案复制为链接</translation>
    </message>
    <message>
        <source>Copy the versions</source>
        <translation>复制版本信息</translation>
    </message>
    <message>
        <source>Copy this explanation</source>
        <translation>复制这段说明</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>Device memory, if not as sold</source>
        <translation>显存（与标称不同时填）</translation>
    </message>
    <message>
        <source>Device {n}</source>
        <translation>设备 {n}</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>Each engine says why below.</source>
        <translation>各引擎的原因见下。</translation>
    </message>
    <message>
        <source>Electricity, $ per kWh</source>
        <translation>电价，美元每千瓦时</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Engine &amp;defaults</source>
        <translation>恢复引擎默认(&amp;D)</translation>
    </message>
    <message>
        <source>Engine defaults</source>
        <translation>恢复引擎默认</translation>
    </message>
    <message>
        <source>Error report</source>
        <translation>错误报告</translation>
    </message>
    <message>
        <source>Everything here runs on this computer. The figures come from formulas you can open.</source>
        <translation>一切都在本机计算。每个数字的公式都可以点开看。</translation>
    </message>
    <message>
        <source>Everything the fullest device must hold, against what the engine may use there.</source>
        <translation>最满的那张卡要装下的全部，与引擎可用的显存相比。</translation>
    </message>
    <message>
        <source>Export the report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>全屏(&amp;U)</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Fetch the model from</source>
        <translation>从哪里下载模型</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>关键数字</translation>
    </message>
    <message>
        <source>Files in the prompt, quick answers.</source>
        <translation>提示里带文件，回答要快。</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>首字时间</translation>
    </message>
    <message>
        <source>First token, {n} prompt</source>
        <translation>首字时间，{n} token 提示</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>Fold the &amp;inputs</source>
        <translation>收起输入栏(&amp;I)</translation>
    </message>
    <message>
        <source>Fold the inputs</source>
        <translation>收起输入栏</translation>
    </message>
    <message>
        <source>Form of the commands</source>
        <translation>命令的形式</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Found names</source>
        <translation>找到的名称</translation>
    </message>
    <message>
        <source>From pasted text</source>
        <translation>来自粘贴的文本</translation>
    </message>
    <message>
        <source>From sending a prompt until the first word comes: waiting, then reading the prompt.</source>
        <translation>从发出提示到出现第一个字：先排队，再读提示。</translation>
    </message>
    <message>
        <source>GB (10⁹ bytes)</source>
        <translation>GB（10⁹ 字节）</translation>
    </message>
    <message>
        <source>GiB (2³⁰ bytes)</source>
        <translation>GiB（2³⁰ 字节）</translation>
    </message>
    <message>
        <source>Graphs</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>指南</translation>
    </message>
    <message>
        <source>Guide, full screen, quit</source>
        <translation>指南、全屏、退出</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Highest throughput</source>
        <translation>极限吞吐</translation>
    </message>
    <message>
        <source>How fast a prompt is read. Arithmetic sets this pace.</source>
        <translation>读提示的速度，由算力决定。</translation>
    </message>
    <message>
        <source>How it feels</source>
        <translation>感受</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>How many of device {n}</source>
        <translation>设备 {n} 的数量</translation>
    </message>
    <message>
        <source>How many requests of this length the cache holds at once.</source>
        <translation>缓存同时装得下多少个这么长的请求。</translation>
    </message>
    <message>
        <source>How many tokens of all requests together the cache holds.</source>
        <translation>所有请求合起来，缓存装得下多少 token。</translation>
    </message>
    <message>
        <source>How much at once?</source>
        <translation>同时有多少？</translation>
    </message>
    <message>
        <source>How the memory adds up</source>
        <translation>显存是怎么加出来的</translation>
    </message>
    <message>
        <source>Hugging Face</source>
        <translation>Hugging Face</translation>
    </message>
    <message>
        <source>In a table: copy it</source>
        <translation>在表格里：复制</translation>
    </message>
    <message>
        <source>In host memory</source>
        <translation>在主机内存中</translation>
    </message>
    <message>
        <source>In host memory: {size}</source>
        <translation>在主机内存中：{size}</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>正在使用</translation>
    </message>
    <message>
        <source>It follows from the other figures; ask one of them.</source>
        <translation>它由其他数字推出，请点开其中一个。</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>KV cache by load</source>
        <translation>各种负载的 KV 缓存</translation>
    </message>
    <message>
        <source>KV cache of one token</source>
        <translation>每个 token 的 KV 缓存</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>LLM Deployment Advisor</source>
        <translation>大模型部署顾问</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Length of a prompt</source>
        <translation>提示长度</translation>
    </message>
    <message>
        <source>Length of an answer</source>
        <translation>回答长度</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Longest context</source>
        <translation>最长上下文</translation>
    </message>
    <message>
        <source>Longest context at {n}</source>
        <translation>{n} 人时最长上下文</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新识别</translation>
    </message>
    <message>
        <source>Looking at this computer…</source>
        <translation>正在识别这台电脑…</translation>
    </message>
    <message>
        <source>MIT licence. Qt and PySide6 under the LGPL 3, pyqtgraph MIT, NumPy BSD, pydantic MIT.</source>
        <translation>MIT 许可证。Qt 与 PySide6 为 LGPL 3，pyqtgraph 为 MIT，NumPy 为 BSD，pydantic 为 MIT。</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Main memory</source>
        <translation>主机内存</translation>
    </message>
    <message>
        <source>Main memory {size}</source>
        <translation>主机内存 {size}</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Memory in all</source>
        <translation>显存合计</translation>
    </message>
    <message>
        <source>Memory in all: {size}</source>
        <translation>显存合计：{size}</translation>
    </message>
    <message>
        <source>Memory of the fullest device</source>
        <translation>最满的一张卡</translation>
    </message>
    <message>
        <source>Memory on the device</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Memory: {parts}; in all {total} of {usable} usable</source>
        <translation>显存：{parts}；合计 {total}，可用 {usable}</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Mirror of Hugging Face</source>
        <translation>Hugging Face 镜像</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Model from {path}</source>
        <translation>模型来自 {path}</translation>
    </message>
    <message>
        <source>ModelScope</source>
        <translation>ModelScope 魔搭</translation>
    </message>
    <message>
        <source>Most at once</source>
        <translation>最多同时几人</translation>
    </message>
    <message>
        <source>Most at once at {context}</source>
        <translation>{context} 时最多几人</translation>
    </message>
    <message>
        <source>New, open, save, save as</source>
        <translation>新建、打开、保存、另存为</translation>
    </message>
    <message>
        <source>Next &amp;region</source>
        <translation>下一个区域(&amp;R)</translation>
    </message>
    <message>
        <source>Next and previous region</source>
        <translation>下一个、上一个区域</translation>
    </message>
    <message>
        <source>Next: machine</source>
        <translation>下一步：机器</translation>
    </message>
    <message>
        <source>Next: recommendation</source>
        <translation>下一步：推荐</translation>
    </message>
    <message>
        <source>Nobody waits; all that counts is the end.</source>
        <translation>没人在等，只看什么时候做完。</translation>
    </message>
    <message>
        <source>Not copied: the clipboard refused.</source>
        <translation>未能复制：剪贴板拒绝了。</translation>
    </message>
    <message>
        <source>Not recommended</source>
        <translation>不推荐</translation>
    </message>
    <message>
        <source>Nothing is installed or started from here; you paste it where it is to run.</source>
        <translation>这里不安装也不启动任何东西，粘贴到要运行的机器上即可。</translation>
    </message>
    <message>
        <source>Nothing is sent anywhere</source>
        <translation>不联网，不上传</translation>
    </message>
    <message>
        <source>Nothing is sent without a click on a button that says what it asks and where.</source>
        <translation>不点按钮就不联网；按钮会写明问什么、问谁。</translation>
    </message>
    <message>
        <source>Nothing runs this on that machine</source>
        <translation>这台机器上没有引擎跑得起来</translation>
    </message>
    <message>
        <source>Now: {load}</source>
        <translation>现在：{load}</translation>
    </message>
    <message>
        <source>Of the prompt, shared by all</source>
        <translation>其中大家共用的部分</translation>
    </message>
    <message>
        <source>Offline batch</source>
        <translation>离线批处理</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>要卸载</translation>
    </message>
    <message>
        <source>On a figure: why?</source>
        <translation>在数字上：为什么？</translation>
    </message>
    <message>
        <source>On which system?</source>
        <translation>什么系统？</translation>
    </message>
    <message>
        <source>One person, short questions.</source>
        <translation>一个人，问题不长。</translation>
    </message>
    <message>
        <source>One stream alone, averaged over its answer. Every weight is read once a token, so memory speed sets it.</source>
        <translation>单独一路，按整段回答平均。每个 token 要把权重读一遍，所以由显存速度决定。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>Open in calculator</source>
        <translation>在计算器中打开</translation>
    </message>
    <message>
        <source>Open the &amp;log folder</source>
        <translation>打开日志文件夹(&amp;L)</translation>
    </message>
    <message>
        <source>Or another machine</source>
        <translation>或者换一台机器</translation>
    </message>
    <message>
        <source>Or paste what the server's tool prints</source>
        <translation>或者粘贴服务器上工具的输出</translation>
    </message>
    <message>
        <source>Pace</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Pace, one stream</source>
        <translation>单路速度</translation>
    </message>
    <message>
        <source>Paste a link or the text of a vendor's tool</source>
        <translation>粘贴链接或厂商工具的输出</translation>
    </message>
    <message>
        <source>People at the same moment</source>
        <translation>同时使用的人数</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Precision table of this model</source>
        <translation>这个模型的精度表</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>偏好设置</translation>
    </message>
    <message>
        <source>Previous region</source>
        <translation>上一个区域</translation>
    </message>
    <message>
        <source>Programs call it</source>
        <translation>由程序调用</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示长度</translation>
    </message>
    <message>
        <source>Prompt length</source>
        <translation>提示长度</translation>
    </message>
    <message>
        <source>Prompt {prompt}, answer {answer}</source>
        <translation>提示 {prompt}，回答 {answer}</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>质量</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Questions over documents</source>
        <translation>文档问答</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>要排队</translation>
    </message>
    <message>
        <source>RTX 4090, MI300X, M4 Max, cpu …</source>
        <translation>RTX 4090、MI300X、M4 Max、cpu …</translation>
    </message>
    <message>
        <source>Read it</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Reading the prompt</source>
        <translation>读提示的速度</translation>
    </message>
    <message>
        <source>Recognised here</source>
        <translation>本机识别</translation>
    </message>
    <message>
        <source>Recommendation</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>推荐的</translation>
    </message>
    <message>
        <source>Recorded command lists that let the device start a step without waiting for the host.</source>
        <translation>预先录好的指令序列，显卡不用等主机就能开始下一步。</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Report (*.md *.html *.pdf)</source>
        <translation>报告 (*.md *.html *.pdf)</translation>
    </message>
    <message>
        <source>Room for the numbers in flight while a step is computed.</source>
        <translation>计算一步时中间结果占的地方。</translation>
    </message>
    <message>
        <source>Runtime</source>
        <translation>运行时</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Saved {path}</source>
        <translation>已保存 {path}</translation>
    </message>
    <message>
        <source>Scenario (*.json)</source>
        <translation>方案 (*.json)</translation>
    </message>
    <message>
        <source>Scenarios, models and traces (*.json *.gguf *.csv *.jsonl *.gz);;All files (*)</source>
        <translation>方案、模型与流量记录 (*.json *.gguf *.csv *.jsonl *.gz);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Several people at the same moment.</source>
        <translation>几个人同时用。</translation>
    </message>
    <message>
        <source>Share of the time it is busy</source>
        <translation>忙碌时间占比</translation>
    </message>
    <message>
        <source>Show GiB instead of GB</source>
        <translation>用 GiB 而不是 GB</translation>
    </message>
    <message>
        <source>Simulator</source>
        <translation>模拟器</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>出错了</translation>
    </message>
    <message>
        <source>State</source>
        <translation>循环状态</translation>
    </message>
    <message>
        <source>Step {n}, {title}</source>
        <translation>第 {n} 步，{title}</translation>
    </message>
    <message>
        <source>Take</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>Take {what}</source>
        <translation>采用 {what}</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Text of a vendor's tool</source>
        <translation>厂商工具的输出</translation>
    </message>
    <message>
        <source>The best that fits</source>
        <translation>放得下的最好的</translation>
    </message>
    <message>
        <source>The first word soon</source>
        <translation>首字快</translation>
    </message>
    <message>
        <source>The longest one request may be at this number of requests.</source>
        <translation>这么多请求同时在跑时，一个请求最长能有多长。</translation>
    </message>
    <message>
        <source>The machine comes from the pasted text.</source>
        <translation>机器取自粘贴的文本。</translation>
    </message>
    <message>
        <source>The mean time between two tokens of one stream while the others run too.</source>
        <translation>其他路也在跑时，一路里相邻两个 token 的平均间隔。</translation>
    </message>
    <message>
        <source>The model itself, as its file stores it. Loaded once and shared by everyone.</source>
        <translation>模型本身，按文件里存的大小。只装一次，大家共用。</translation>
    </message>
    <message>
        <source>The network is on, asked for in Preferences.</source>
        <translation>已在偏好设置中允许联网。</translation>
    </message>
    <message>
        <source>The notes the model keeps of every token it has read or written. They grow with every person and every token.</source>
        <translation>模型为读过和写过的每个 token 留的笔记，按人头、按 token 增长。</translation>
    </message>
    <message>
        <source>The pasted text</source>
        <translation>粘贴的文本</translation>
    </message>
    <message>
        <source>The preferences could not be saved: {why}</source>
        <translation>偏好设置无法保存：{why}</translation>
    </message>
    <message>
        <source>The program made a mistake. Your scenario is kept. This report says where:</source>
        <translation>程序出错了，你的方案还在。报告写明了出错的位置：</translation>
    </message>
    <message>
        <source>The text of nvidia-smi, rocm-smi, amd-smi or system_profiler. It is read here and sent nowhere.</source>
        <translation>nvidia-smi、rocm-smi、amd-smi 或 system_profiler 的输出。只在本机读取，不会上传。</translation>
    </message>
    <message>
        <source>The tokens of all streams together, in steady state.</source>
        <translation>稳定运行时各路合计的 token 数。</translation>
    </message>
    <message>
        <source>The weights are loaded once and shared. What grows with every person is the KV cache.</source>
        <translation>权重只装一次，大家共用；真正按人头涨的是 KV 缓存。</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>There is no figure yet.</source>
        <translation>还没有数字。</translation>
    </message>
    <message>
        <source>They use a terminal</source>
        <translation>会用终端</translation>
    </message>
    <message>
        <source>They want windows and buttons</source>
        <translation>要窗口和按钮</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>这台电脑</translation>
    </message>
    <message>
        <source>This computer was not looked at.</source>
        <translation>还没有识别这台电脑。</translation>
    </message>
    <message>
        <source>This one:</source>
        <translation>指定：</translation>
    </message>
    <message>
        <source>This question has no answer</source>
        <translation>这个问题答不了</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>很紧</translation>
    </message>
    <message>
        <source>Time per token</source>
        <translation>每 token 时间</translation>
    </message>
    <message>
        <source>Time to first token</source>
        <translation>首字时间</translation>
    </message>
    <message>
        <source>Time to first token by prompt length</source>
        <translation>各种提示长度的首字时间</translation>
    </message>
    <message>
        <source>To know</source>
        <translation>须知</translation>
    </message>
    <message>
        <source>Tokens per second over everything else.</source>
        <translation>每秒 token 数高于一切。</translation>
    </message>
    <message>
        <source>Tokens the cache holds</source>
        <translation>缓存装得下的 token 数</translation>
    </message>
    <message>
        <source>Tools, JSON, many calls in a row.</source>
        <translation>工具调用、JSON，一连多次请求。</translation>
    </message>
    <message>
        <source>Total throughput</source>
        <translation>总吞吐</translation>
    </message>
    <message>
        <source>Traces cannot be shown yet.</source>
        <translation>还不能显示流量记录。</translation>
    </message>
    <message>
        <source>U&amp;nits</source>
        <translation>单位(&amp;N)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo, redo</source>
        <translation>撤销、重做</translation>
    </message>
    <message>
        <source>Units: {unit}</source>
        <translation>单位：{unit}</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Usable memory</source>
        <translation>可用显存</translation>
    </message>
    <message>
        <source>Use &amp;this computer</source>
        <translation>使用这台电脑(&amp;T)</translation>
    </message>
    <message>
        <source>Use this computer</source>
        <translation>使用这台电脑</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Weights {unit}</source>
        <translation>权重 {unit}</translation>
    </message>
    <message>
        <source>What is it for?</source>
        <translation>用来做什么？</translation>
    </message>
    <message>
        <source>What is left on the fullest device.</source>
        <translation>最满的那张卡还剩多少。</translation>
    </message>
    <message>
        <source>What matters most?</source>
        <translation>最看重什么？</translation>
    </message>
    <message>
        <source>What recurrent layers remember. It does not grow with the context.</source>
        <translation>循环层记住的内容，不随上下文增长。</translation>
    </message>
    <message>
        <source>What the driver and the libraries take for themselves.</source>
        <translation>驱动和库自己占用的部分。</translation>
    </message>
    <message>
        <source>What to mind</source>
        <translation>要留意</translation>
    </message>
    <message>
        <source>What would make it fit</source>
        <translation>改哪一处就放得下</translation>
    </message>
    <message>
        <source>When they all ask at once, in steady state</source>
        <translation>大家同时问时的稳定状态</translation>
    </message>
    <message>
        <source>Where the figure comes from</source>
        <translation>这个数字的来历</translation>
    </message>
    <message>
        <source>Which engine, model, quantization and settings for your task on your machine.</source>
        <translation>为你的任务和机器选出引擎、模型、量化与设置。</translation>
    </message>
    <message>
        <source>Which model?</source>
        <translation>哪个模型？</translation>
    </message>
    <message>
        <source>Who runs it?</source>
        <translation>谁来用？</translation>
    </message>
    <message>
        <source>Why are the weights so large?</source>
        <translation>权重为什么这么大？</translation>
    </message>
    <message>
        <source>Why does the first token take so long?</source>
        <translation>首字为什么要这么久？</translation>
    </message>
    <message>
        <source>Why is the memory filled so?</source>
        <translation>显存为什么是这样占的？</translation>
    </message>
    <message>
        <source>Why this one</source>
        <translation>为什么选它</translation>
    </message>
    <message>
        <source>Why {what}?</source>
        <translation>为什么：{what}</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>为什么？</translation>
    </message>
    <message>
        <source>With {model}, one token of notes takes {token} bytes. One person at {context} tokens needs {one}, {people} of them {all}.</source>
        <translation>对 {model}，一个 token 的笔记是 {token} 字节。一个人聊到 {context} token 要 {one}，{people} 个人要 {all}。</translation>
    </message>
    <message>
        <source>Wizard</source>
        <translation>向导</translation>
    </message>
    <message>
        <source>Wizard, calculator, simulator, guide</source>
        <translation>向导、计算器、模拟器、指南</translation>
    </message>
    <message>
        <source>Working it out…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Your own choice</source>
        <translation>你自己的选择</translation>
    </message>
    <message>
        <source>a short wait</source>
        <translation>稍等一下</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>立刻</translation>
    </message>
    <message>
        <source>by the name people or tools give it</source>
        <translation>用大家或工具的叫法</translation>
    </message>
    <message>
        <source>ceiling {n}</source>
        <translation>上限 {n}</translation>
    </message>
    <message>
        <source>compute-bound</source>
        <translation>受算力限制</translation>
    </message>
    <message>
        <source>device {size}</source>
        <translation>整卡 {size}</translation>
    </message>
    <message>
        <source>driver {driver}</source>
        <translation>驱动 {driver}</translation>
    </message>
    <message>
        <source>headroom</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>headroom {size} of {usable}</source>
        <translation>余量 {size}（可用 {usable}）</translation>
    </message>
    <message>
        <source>holds {n} of {m} at once</source>
        <translation>同时装得下 {n} 个（共 {m} 个）</translation>
    </message>
    <message>
        <source>it would not start</source>
        <translation>启动不了</translation>
    </message>
    <message>
        <source>large loss</source>
        <translation>损失大</translation>
    </message>
    <message>
        <source>last valid figures; mend the marked field</source>
        <translation>上次有效的数字；请改正标出的一栏</translation>
    </message>
    <message>
        <source>looking at this machine</source>
        <translation>正在识别这台机器</translation>
    </message>
    <message>
        <source>loss you notice</source>
        <translation>能察觉损失</translation>
    </message>
    <message>
        <source>low–high</source>
        <translation>低–高</translation>
    </message>
    <message>
        <source>memory-bound</source>
        <translation>受显存速度限制</translation>
    </message>
    <message>
        <source>mend the marked field</source>
        <translation>请改正标出的一栏</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>no loss seen</source>
        <translation>看不出损失</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>没有测量</translation>
    </message>
    <message>
        <source>not one request of {tokens} tokens fits</source>
        <translation>连一个 {tokens} token 的请求也装不下</translation>
    </message>
    <message>
        <source>of {size}</source>
        <translation>/ {size}</translation>
    </message>
    <message>
        <source>on average with {n} at once</source>
        <translation>{n} 人同时问的平均</translation>
    </message>
    <message>
        <source>one request alone</source>
        <translation>单个请求</translation>
    </message>
    <message>
        <source>over</source>
        <translation>超出</translation>
    </message>
    <message>
        <source>over by {size} (usable {usable})</source>
        <translation>超出 {size}（可用 {usable}）</translation>
    </message>
    <message>
        <source>per request; you ask {n}</source>
        <translation>每请求，现为 {n}</translation>
    </message>
    <message>
        <source>processor only</source>
        <translation>只有处理器</translation>
    </message>
    <message>
        <source>ranked by: {what}</source>
        <translation>排序依据：{what}</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>same load, same machine</source>
        <translation>同一负载，同一机器</translation>
    </message>
    <message>
        <source>small loss</source>
        <translation>损失较小</translation>
    </message>
    <message>
        <source>the device's rates are not known</source>
        <translation>不知道这张卡的速率</translation>
    </message>
    <message>
        <source>the memory is not known</source>
        <translation>不知道显存大小</translation>
    </message>
    <message>
        <source>the smallest changes; each can be undone</source>
        <translation>改动最小的几种，采用后可撤销</translation>
    </message>
    <message>
        <source>tokens: about three quarters of an English word, or one Chinese character</source>
        <translation>token：约四分之三个英文词，或一个汉字</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>type a name</source>
        <translation>输入名称</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>unknown card</source>
        <translation>未知显卡</translation>
    </message>
    <message>
        <source>untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>usable {size}</source>
        <translation>可用 {size}</translation>
    </message>
    <message>
        <source>very small loss</source>
        <translation>损失很小</translation>
    </message>
    <message>
        <source>waiting for a machine</source>
        <translation>等待机器</translation>
    </message>
    <message>
        <source>what {engine} asks for: {slots} × {context} tokens</source>
        <translation>{engine} 要申请的：{slots} × {context} token</translation>
    </message>
    <message>
        <source>working it out…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>you ask {n}</source>
        <translation>现为 {n}</translation>
    </message>
    <message>
        <source>you leave</source>
        <translation>会走开</translation>
    </message>
    <message>
        <source>you look away</source>
        <translation>会走神</translation>
    </message>
    <message>
        <source>you notice</source>
        <translation>明显要等</translation>
    </message>
    <message>
        <source>{model}, {quantization}, context {context}</source>
        <translation>{model}，{quantization}，上下文 {context}</translation>
    </message>
    <message>
        <source>{n} at once</source>
        <translation>{n} 人</translation>
    </message>
    <message>
        <source>{n} at once × {context}</source>
        <translation>{n} 人 × {context}</translation>
    </message>
    <message>
        <source>{n} at once × {context}: {size}, {verdict}</source>
        <translation>{n} 人 × {context}：{size}，{verdict}</translation>
    </message>
    <message>
        <source>{n} formats</source>
        <translation>{n} 种格式</translation>
    </message>
    <message>
        <source>{n} prompt lengths</source>
        <translation>{n} 种提示长度</translation>
    </message>
    <message>
        <source>{n} that suit, {m} that do not</source>
        <translation>{n} 个合适，{m} 个不合适</translation>
    </message>
    <message>
        <source>{pace} tok/s each</source>
        <translation>每路 {pace} tok/s</translation>
    </message>
    <message>
        <source>{path} could not be written: {why}</source>
        <translation>无法写入 {path}：{why}</translation>
    </message>
    <message>
        <source>{size} in host memory</source>
        <translation>{size} 在主机内存</translation>
    </message>
    <message>
        <source>{size} of main memory</source>
        <translation>主机内存 {size}</translation>
    </message>
    <message>
        <source>{task}, {n} at once</source>
        <translation>{task}，{n} 人</translation>
    </message>
    <message>
        <source>{unit} asked for at that load</source>
        <translation>该负载要申请的 {unit}</translation>
    </message>
</context>
</TS>
