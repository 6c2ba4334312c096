<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>core</name>
    <message>
        <source>--enable-reasoning is gone: --reasoning-parser with the parser's name is all that is needed.</source>
        <translation>--enable-reasoning 已取消：只要 --reasoning-parser 加解析器名。</translation>
    </message>
    <message>
        <source>--enforce-eager leaves the graphs out: if it starts then, they were the cause; decoding is clearly slower so. A newer release or another engine, such as SGLang, is an answer too.</source>
        <translation>--enforce-eager 不用 CUDA 图：若这样能启动，就是图的问题；但生成会明显变慢。换更新的版本或别的引擎（如 SGLang）也行。</translation>
    </message>
    <message>
        <source>--kv-bits switches batching off: one request at a time.</source>
        <translation>--kv-bits 会关掉批处理：一次只处理一个请求。</translation>
    </message>
    <message>
        <source>--mamba-full-memory-ratio (or --max-mamba-cache-size)</source>
        <translation>--mamba-full-memory-ratio（或 --max-mamba-cache-size）</translation>
    </message>
    <message>
        <source>A GGUF file ({asked}) is for the llama.cpp family; this engine takes safetensors checkpoints such as AWQ, GPTQ or FP8.</source>
        <translation>GGUF 文件（{asked}）给 llama.cpp 一族用；这个引擎读 safetensors 检查点，如 AWQ、GPTQ 或 FP8。</translation>
    </message>
    <message>
        <source>A Jetson needs builds of its own, not PyPI's nor the usual image: JetPack 6 (Orin) has CUDA 12.6 and Python 3.10. Take {engine} from https://pypi.jetson-ai-lab.io or NVIDIA's container for your JetPack; the options are the same.</source>
        <translation>Jetson 需要专门的构建，PyPI 上的包和通用镜像都不能用：JetPack 6（Orin）是 CUDA 12.6 和 Python 3.10。请从 https://pypi.jetson-ai-lab.io 或 NVIDIA 为你的 JetPack 提供的容器获取 {engine}；参数不变。</translation>
    </message>
    <message>
        <source>A Jetson, whose processor and GPU share this memory; which one is not in the text: write its name.</source>
        <translation>这是 Jetson，处理器和 GPU 共用这些内存；文本里没有写明是哪一款，请写出它的名字。</translation>
    </message>
    <message>
        <source>A KV cache in {kind} needs compute capability {needs} in {engine}; {device} has {have}.</source>
        <translation>在 {engine} 里 {kind} 的 KV 缓存需要计算能力 {needs}；{device} 是 {have}。</translation>
    </message>
    <message>
        <source>A Mac without an Apple chip: no MLX, and Metal only through llama.cpp.</source>
        <translation>没有 Apple 芯片的 Mac：用不了 MLX，Metal 也只能经 llama.cpp。</translation>
    </message>
    <message>
        <source>A Modelfile cannot carry a path with a double quote.</source>
        <translation>Modelfile 里的路径不能带双引号。</translation>
    </message>
    <message>
        <source>A company with more than {millions} million US dollars of revenue a year needs a paid licence.</source>
        <translation>年收入超过 {millions} 百万美元的公司需要付费许可。</translation>
    </message>
    <message>
        <source>A config.json holds a JSON object; this one does not.</source>
        <translation>config.json 里应是一个 JSON 对象，这个不是。</translation>
    </message>
    <message>
        <source>A context of {context} tokens cannot hold a prompt of {prompt}.</source>
        <translation>{context} token 的上下文放不下 {prompt} token 的提示词。</translation>
    </message>
    <message>
        <source>A conversation whose slot another takes is kept in main memory, in {size} MiB: {held} of {context} tokens. The others are read again from the start. --cache-ram (MiB) makes room for more.</source>
        <translation>槽位被别人占用的对话会保存到主内存，上限 {size} MiB：可容纳 {held} 个 {context} token 的对话，其余的要从头重新读取。用 --cache-ram（MiB）可以扩大。</translation>
    </message>
    <message>
        <source>A desktop app: no terminal needed, model and chat are in its own window.</source>
        <translation>桌面应用：不用终端，模型和聊天都在它自己的窗口里。</translation>
    </message>
    <message>
        <source>A faster card: {device}</source>
        <translation>更快的卡：{device}</translation>
    </message>
    <message>
        <source>A hybrid model keeps one state block for each sequence that runs, and {blocks} of them fit: start with --max-num-seqs {most} or fewer. A higher gpu_memory_utilization or a shorter --max-model-len leaves room for more.</source>
        <translation>混合架构模型要为每个运行中的序列保留一个状态块，而只放得下 {blocks} 个：启动时把 --max-num-seqs 设为 {most} 或更小。更高的 gpu_memory_utilization 或更短的 --max-model-len 能多放一些。</translation>
    </message>
    <message>
        <source>A hybrid: only {full} of {layers} layers are attention layers with a KV cache, the others keep a fixed recurrent state, so long contexts stay small.</source>
        <translation>混合结构：{layers} 层里只有 {full} 层是带 KV 缓存的注意力层，其余只留固定大小的循环状态，所以长上下文也不大。</translation>
    </message>
    <message>
        <source>A key is 16 to 256 letters, digits, dots, dashes or underscores, the first a letter or digit.</source>
        <translation>密钥由 16 到 256 个字母、数字、点、短横或下划线组成，开头是字母或数字。</translation>
    </message>
    <message>
        <source>A key is given with --api-key.</source>
        <translation>密钥用 --api-key 给出。</translation>
    </message>
    <message>
        <source>A machine holds {most} {device}: {count} of them are {machines} machines, and {engine} is written here for one.</source>
        <translation>一台机器装 {most} 块 {device}：{count} 块就是 {machines} 台机器，而这里的 {engine} 只写了单机用法。</translation>
    </message>
    <message>
        <source>A memory system stands for one socket: {count} of them were taken as one.</source>
        <translation>一个内存系统代表一个插槽：{count} 个按一个算。</translation>
    </message>
    <message>
        <source>A mirror is an address like https://hf-mirror.com.</source>
        <translation>镜像是形如 https://hf-mirror.com 的地址。</translation>
    </message>
    <message>
        <source>A mixture of experts: {total} B parameters in memory, only about {active} B active for each token, so it is faster than a dense model of its size.</source>
        <translation>混合专家：显存里有 {total} B 参数，每个 token 只用到约 {active} B，所以比同样大小的稠密模型快。</translation>
    </message>
    <message>
        <source>A model name that begins with a dash would be taken for an option.</source>
        <translation>以短横开头的模型名会被当成选项。</translation>
    </message>
    <message>
        <source>A part lies in host memory and is read from there at every token: {rate} a second at most.</source>
        <translation>有一部分在主机内存里，每个 token 都要从那里读：每秒最多 {rate}。</translation>
    </message>
    <message>
        <source>A part lies in host memory, whose bandwidth is not known: so much memory is a server's, and {rate} a second is assumed (8 channels of DDR4-3200). Name its memory system as a device of its own beside the card.</source>
        <translation>一部分权重在主机内存中，其带宽未知：这么大的内存只有服务器才有，按每秒 {rate} 估计（8 通道 DDR4-3200）。可在显卡之外把内存系统作为单独的设备写明。</translation>
    </message>
    <message>
        <source>A part lies in host memory, whose bandwidth is not known: {rate} a second is assumed.</source>
        <translation>有一部分在主机内存里，其带宽未知：按每秒 {rate} 估计。</translation>
    </message>
    <message>
        <source>A pipeline hands little data on: latency counts, not bandwidth, so a faster network changes nothing, and over the Internet it is hopeless. Tensor parallel inside a machine, pipeline between machines.</source>
        <translation>流水线传的数据很少：看延迟不看带宽，换更快的网没有用，走互联网更不行。机器内用张量并行，机器间用流水线。</translation>
    </message>
    <message>
        <source>A prompt of {prompt} tokens takes {steps} steps of {budget}; short ones wait behind it even while the cache is nearly empty. Raise max_num_batched_tokens, limit long partial prefills, or give long requests a server of their own.</source>
        <translation>{prompt} token 的提示词要按 {budget} 分 {steps} 步读；即使缓存几乎空着，短请求也得等在后面。调大 max_num_batched_tokens、限制长的部分预填充，或给长请求单独一个服务。</translation>
    </message>
    <message>
        <source>A quantized KV cache needs flash attention.</source>
        <translation>KV 缓存要量化，就得打开 flash attention。</translation>
    </message>
    <message>
        <source>A quantized KV cache turns {engine}'s batching off: one request at a time.</source>
        <translation>量化的 KV 缓存会关掉 {engine} 的批处理：一次只处理一个请求。</translation>
    </message>
    <message>
        <source>A quantized V cache needs llama.cpp's own flash attention (no Python package): -fa on (plain -fa before build b6325), in Ollama OLLAMA_FLASH_ATTENTION=1, in LM Studio the switch Flash Attention. Where the model has none, leave V in f16 and quantize K alone (-ctk), or neither.</source>
        <translation>量化的 V 缓存需要 llama.cpp 自带的 flash attention（不是 Python 包）：-fa on（b6325 之前的版本只写 -fa），Ollama 中为 OLLAMA_FLASH_ATTENTION=1，LM Studio 中为 Flash Attention 开关。若模型不支持，请让 V 保持 f16，只量化 K（-ctk），或两者都不量化。</translation>
    </message>
    <message>
        <source>A question and a text with more than {tokens} tokens together are refused: raise -b and -ub for longer ones.</source>
        <translation>问题与文本合计超过 {tokens} 个 token 会被拒绝：更长的请调大 -b 和 -ub。</translation>
    </message>
    <message>
        <source>A rank's share of a layer is {part} wide, not a multiple of the {step} that the kernel (Marlin) works with: fewer tensor-parallel ranks, a checkpoint whose layers were padded before quantizing, or FP8.</source>
        <translation>每个 rank 分到的层宽 {part}，不是内核（Marlin）所要求的 {step} 的倍数：减少张量并行的卡数，换量化前已补齐宽度的权重，或用 FP8。</translation>
    </message>
    <message>
        <source>A rank's share of a layer is {width} wide, not a multiple of the format's groups of {group}.</source>
        <translation>每张卡分到的一层宽 {width}，不是该格式分组 {group} 的整数倍。</translation>
    </message>
    <message>
        <source>A request that asks for another num_ctx makes Ollama load the model again: give all programs the same, or none and OLLAMA_CONTEXT_LENGTH={context} in the service.</source>
        <translation>请求里的 num_ctx 不同，Ollama 就会重新加载模型：让所有程序使用同一个值，或者都不设，只在服务里设 OLLAMA_CONTEXT_LENGTH={context}。</translation>
    </message>
    <message>
        <source>A reranker: it scores texts for a question and answers nobody. The commands start the server for that, and a search needs a model that writes beside it.</source>
        <translation>重排序模型：它针对问题给文本打分，不回答任何人。命令会按此用途启动服务；检索还需要另配一个能写回答的模型。</translation>
    </message>
    <message>
        <source>A run has 1 to {most_requests} requests.</source>
        <translation>一次模拟可有 1 到 {most_requests} 个请求。</translation>
    </message>
    <message>
        <source>A scenario is a JSON object.</source>
        <translation>方案应是一个 JSON 对象。</translation>
    </message>
    <message>
        <source>A text of {length} tokens is longer than the context of {context}: it is refused or cut off.</source>
        <translation>长 {length} 个 token 的文本超过了 {context} 的上下文：会被拒绝或截断。</translation>
    </message>
    <message>
        <source>A {what} of {n} characters is too long for a command.</source>
        <translation>{what} 有 {n} 个字符，放进命令太长了。</translation>
    </message>
    <message>
        <source>About {part} of {all} layers go to the GPU, the rest stays in host memory and costs speed. The log names the buffers of the fullest device: model about {weights} MiB, KV {kv} MiB, compute about {compute} MiB, and ends with "server is listening".</source>
        <translation>{all} 层里约 {part} 层放到 GPU，其余留在主机内存，会变慢。日志列出最满那张卡的缓冲区：模型约 {weights} MiB，KV {kv} MiB，计算约 {compute} MiB，最后一行是 "server is listening"。</translation>
    </message>
    <message>
        <source>About {size}. ModelScope often keeps the same name; where it says not found, search its site for {name}.</source>
        <translation>约 {size}。ModelScope 上通常同名；若提示找不到，就在它的网站上搜 {name}。</translation>
    </message>
    <message>
        <source>About {size}; ends by printing the folder. Gated models need `hf auth login` first.</source>
        <translation>约 {size}；最后打印文件夹路径。受限模型要先 `hf auth login`。</translation>
    </message>
    <message>
        <source>Above {high} a value tuned for one version may crash on another.</source>
        <translation>高于 {high} 时，为一个版本调好的值换个版本可能崩溃。</translation>
    </message>
    <message>
        <source>Activity Monitor</source>
        <translation>活动监视器</translation>
    </message>
    <message>
        <source>Add a certificate (listen … ssl) before it leaves a trusted network.</source>
        <translation>离开可信网络之前先加证书（listen … ssl）。</translation>
    </message>
    <message>
        <source>After the restart cat /sys/module/ttm/parameters/pages_limit prints {pages}. Where it does not, put ttm.pages_limit={pages} on the kernel's command line.</source>
        <translation>重启后 cat /sys/module/ttm/parameters/pages_limit 显示 {pages}。若不是，请把 ttm.pages_limit={pages} 写到内核命令行。</translation>
    </message>
    <message>
        <source>All {layers} layers fit. Where the app still leaves some on the CPU, that is its guardrail, not the hardware: relax Model loading guardrails in the settings, or set GPU Offload by hand.</source>
        <translation>{layers} 层都放得下。如果应用还把一些留在 CPU，那是它的保护设置，不是硬件：在设置里放宽 Model loading guardrails，或手动设 GPU Offload。</translation>
    </message>
    <message>
        <source>An FP8 checkpoint brings scales for a cache in E4M3: take --kv-cache-dtype fp8 (that is E4M3), or leave the flag out.</source>
        <translation>FP8 权重自带的是 E4M3 缓存的缩放系数：用 --kv-cache-dtype fp8（即 E4M3），或不写这个参数。</translation>
    </message>
    <message>
        <source>An embedding model: it turns texts into vectors and answers nobody. The commands start the server for that, and a search needs a model that writes beside it.</source>
        <translation>嵌入模型：它把文本变成向量，不回答任何人。命令会按此用途启动服务；检索还需要另配一个能写回答的模型。</translation>
    </message>
    <message>
        <source>An entry of your own {file} was left out: it has no `id`.</source>
        <translation>你自己的 {file} 中有一个条目未被采用：它没有 `id`。</translation>
    </message>
    <message>
        <source>An {maker} graphics device ({name}) was found, of which nothing more is known.</source>
        <translation>找到一块 {maker} 显卡（{name}），其余情况未知。</translation>
    </message>
    <message>
        <source>Answers end early: prompt and answer together take {length} tokens, and the context ends at {context}.</source>
        <translation>回答会提前结束：提示词加回答共 {length} 个 token，而上下文只到 {context}。</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Ask for a longer answer (--output-tokens).</source>
        <translation>请要求更长的回答（--output-tokens）。</translation>
    </message>
    <message>
        <source>Ask for at least {least}.</source>
        <translation>至少要 {least}。</translation>
    </message>
    <message>
        <source>Ask for fewer requests, or close other programs.</source>
        <translation>请减少请求数，或关闭其他程序。</translation>
    </message>
    <message>
        <source>Ask for fewer.</source>
        <translation>请减少一些。</translation>
    </message>
    <message>
        <source>Ask for one machine at a time.</source>
        <translation>一次只问一台机器。</translation>
    </message>
    <message>
        <source>Ask for one of them; a server on each serves more people.</source>
        <translation>请按其中一台来问；每台各起一个服务可以服务更多人。</translation>
    </message>
    <message>
        <source>Ask for {longest} at most, with YaRN, or for {most} without.</source>
        <translation>用 YaRN 最多要 {longest}，不用则最多 {most}。</translation>
    </message>
    <message>
        <source>Ask for {most} at most, or take vLLM or SGLang, whose commands stretch it by YaRN.</source>
        <translation>最多要 {most}，或改用 vLLM 或 SGLang，它们的命令会用 YaRN 扩展。</translation>
    </message>
    <message>
        <source>Ask for {most} at most: of stretching it nothing is known here.</source>
        <translation>最多要 {most}：它能否扩展，这里没有资料。</translation>
    </message>
    <message>
        <source>Ask for {most} of them; a server on each machine serves more people.</source>
        <translation>请按 {most} 块来问；每台机器各开一个服务可以服务更多人。</translation>
    </message>
    <message>
        <source>Ask without a key</source>
        <translation>不带密钥提问</translation>
    </message>
    <message>
        <source>Asks for a read token. {repository} is gated: accept its terms on https://huggingface.co/{repository} first.</source>
        <translation>会要求输入只读令牌。{repository} 需要授权：请先在 https://huggingface.co/{repository} 上接受条款。</translation>
    </message>
    <message>
        <source>At about {rate} it is slower than most people read.</source>
        <translation>约 {rate}，比多数人的阅读速度还慢。</translation>
    </message>
    <message>
        <source>At its start it reserves room for the largest possible image, as many as a request may hold. Limit both on the engine, not in the request: --limit-mm-per-prompt '{images}' and --mm-processor-kwargs '{pixels}'.</source>
        <translation>启动时它按最大的图片、每个请求允许的张数预留空间。在引擎上限制，不是在请求里：--limit-mm-per-prompt '{images}' 和 --mm-processor-kwargs '{pixels}'。</translation>
    </message>
    <message>
        <source>At its start it reserves room for the largest possible image, as many as a request may hold. Limit their number on the engine, not in the request: --limit-mm-per-prompt '{images}'.</source>
        <translation>启动时它会按最大的图片、按每个请求允许的张数预留空间。请在引擎上限制张数，而不是在请求里：--limit-mm-per-prompt '{images}'。</translation>
    </message>
    <message>
        <source>Before {since} Ollama took single files only: merge the parts with llama.cpp's llama-gguf-split --merge and name that file in the Modelfile.</source>
        <translation>{since} 之前的 Ollama 只接受单个文件：请先用 llama.cpp 的 llama-gguf-split --merge 合并分片，再在 Modelfile 中写合并后的文件。</translation>
    </message>
    <message>
        <source>Before {since} write {old} instead of {flag}.</source>
        <translation>{since} 之前的版本把 {flag} 写成 {old}。</translation>
    </message>
    <message>
        <source>Beside the weights there is room for {held} tokens, not for one request of {context}.</source>
        <translation>除权重外只容得下 {held} 个 token，不够一个 {context} 个 token 的请求。</translation>
    </message>
    <message>
        <source>Beyond {cap} requests at once, or a key's quota a minute, it answers 429 at once.</source>
        <translation>同时超过 {cap} 个请求，或某个密钥超过每分钟的额度，立即返回 429。</translation>
    </message>
    <message>
        <source>Beyond {cap} requests at once, or {quota} a minute, it answers 429 at once.</source>
        <translation>同时超过 {cap} 个请求，或每分钟超过 {quota} 次，立即返回 429。</translation>
    </message>
    <message>
        <source>CUDA context and libraries, by GiB of the card: missing before a model is loaded are 211 MiB on an RTX 5060 Ti, 264 on a 3090, 605 on an RTX PRO 6000 (memory breakdowns of llama-server in public threads); 160 beside the printed buffers on an 8 GiB card</source>
        <translation>CUDA 上下文和库，按显卡的 GiB 数计：加载模型之前，RTX 5060 Ti 上少 211 MiB，3090 上少 264，RTX PRO 6000 上少 605（公开讨论中 llama-server 的内存明细）；8 GiB 的卡上，打印的缓冲之外还有 160</translation>
    </message>
    <message>
        <source>Cards before Ampere (compute capability under 8.0) have no BF16: add --dtype half. The memory needed stays the same.</source>
        <translation>Ampere 之前的显卡（计算能力低于 8.0）没有 BF16：加上 --dtype half，所需显存不变。</translation>
    </message>
    <message>
        <source>Cards of several makers: a CUDA build sees NVIDIA's alone, a ROCm build AMD's. The Vulkan build drives them together; else run an rpc-server of llama.cpp for each maker and name it with --rpc.</source>
        <translation>几家厂商的显卡混用：CUDA 版只认 NVIDIA 的卡，ROCm 版只认 AMD 的卡。Vulkan 版能一起驱动；否则为每家的卡各启动一个 llama.cpp 的 rpc-server，再用 --rpc 指定。</translation>
    </message>
    <message>
        <source>Check both</source>
        <translation>两个都检查</translation>
    </message>
    <message>
        <source>Check the file</source>
        <translation>检查文件</translation>
    </message>
    <message>
        <source>Check the path.</source>
        <translation>请检查路径。</translation>
    </message>
    <message>
        <source>Choose a device of the catalog, or give its hardware.bandwidth_gb_per_s.</source>
        <translation>从目录里选一个设备，或者给出 hardware.bandwidth_gb_per_s。</translation>
    </message>
    <message>
        <source>Choose a smaller model, quantization or context, or more memory.</source>
        <translation>换小一点的模型、更低位的量化、更短的上下文，或加大内存。</translation>
    </message>
    <message>
        <source>Choose another device of the catalog.</source>
        <translation>请选择目录中的其他设备。</translation>
    </message>
    <message>
        <source>Choose {sizes}, or pipeline parallel {tp}, which works with any number of cards; else some stay idle.</source>
        <translation>可选 {sizes}，或用流水线并行 {tp}（卡数不限）；否则会有卡闲着。</translation>
    </message>
    <message>
        <source>Chosen by published scores, size and age: {scores}.</source>
        <translation>按公开的评测成绩、规模和发布时间选出：{scores}。</translation>
    </message>
    <message>
        <source>Clients send a key of this file to port {port}.</source>
        <translation>客户端向端口 {port} 发送本文件里的某个密钥。</translation>
    </message>
    <message>
        <source>Clients send the key of this file to port {port}.</source>
        <translation>客户端带着这个文件里的密钥访问端口 {port}。</translation>
    </message>
    <message>
        <source>Connects to the first machine; {address} in it is that machine's address.</source>
        <translation>连到第一台机器；其中的 {address} 是那台机器的地址。</translation>
    </message>
    <message>
        <source>Consumer and workstation Blackwell (compute capability 12.0, sm_120) is not the data-center one (B200: 10.0, sm_100), whose MoE kernels this release has. Marlin is slower but works; a newer release has kernels of its own.</source>
        <translation>消费级和工作站级 Blackwell（计算能力 12.0，sm_120）不同于数据中心级（B200：10.0，sm_100），这个版本只有后者的 MoE 内核。Marlin 慢一些但能用；更新的版本有专门的内核。</translation>
    </message>
    <message>
        <source>Consumer and workstation Blackwell (compute capability 12.0, sm_120) is not the data-center one (B200: 10.0, sm_100): this release has no such kernel for it. Take a newer one, or --moe-backend marlin, which is slower but works.</source>
        <translation>消费级和工作站的 Blackwell（计算能力 12.0，sm_120）不同于数据中心的（B200：10.0，sm_100）：这个版本没有对应的内核。换更新的版本，或用 --moe-backend marlin，慢一些但能用。</translation>
    </message>
    <message>
        <source>Consumer cards have no peer-to-peer on Windows: a model split over several runs there at a fraction, for mixtures of experts with a part on the CPU several times slower than on Linux. Fewer graph splits help: one card where it fits, else Linux.</source>
        <translation>Windows 上消费级显卡之间没有点对点传输：分到几张卡上的模型只有几分之一的速度，部分专家在 CPU 上的混合专家模型比 Linux 慢数倍。减少计算图切分有帮助：装得下就用一张卡，否则用 Linux。</translation>
    </message>
    <message>
        <source>Containers on macOS do not reach the Apple GPU, so MLX-LM has none.</source>
        <translation>macOS 上的容器用不到 Apple GPU，所以 MLX-LM 没有容器。</translation>
    </message>
    <message>
        <source>Containers reach AMD and Intel GPUs on Linux only.</source>
        <translation>只有在 Linux 上容器才用得到 AMD 和 Intel 的 GPU。</translation>
    </message>
    <message>
        <source>Context Length</source>
        <translation>Context Length（上下文长度）</translation>
    </message>
    <message>
        <source>Continuous batching: one read of the weights serves all {users} concurrent requests, so throughput grows with the users.</source>
        <translation>连续批处理：读一遍权重就服务全部 {users} 个并发请求，人越多吞吐越高。</translation>
    </message>
    <message>
        <source>Copy it again, to its end.</source>
        <translation>请重新复制完整的链接。</translation>
    </message>
    <message>
        <source>Cost per token falls with the batch: {rate} from one machine, so every million output tokens takes {minutes} of it.</source>
        <translation>批越大每 token 越便宜：一台机器 {rate}，每百万输出 token 用时 {minutes}。</translation>
    </message>
    <message>
        <source>Ctrl+C ends the watching only.</source>
        <translation>Ctrl+C 只结束查看，不停服务。</translation>
    </message>
    <message>
        <source>Cut it to the part you need.</source>
        <translation>只留下需要的那一段。</translation>
    </message>
    <message>
        <source>Data parallel {data} x tensor parallel {tensor} share the experts ({size}) and cut them to {part}, not a multiple of the FP8 block of {block}.</source>
        <translation>数据并行 {data} × 张量并行 {tensor} 共同切分专家（{size}），每份为 {part}，不是 FP8 分块 {block} 的整数倍。</translation>
    </message>
    <message>
        <source>Did you mean {near}?</source>
        <translation>是不是指 {near}？</translation>
    </message>
    <message>
        <source>Did you mean {near}? How many there are is given apart, as `count`.</source>
        <translation>是不是 {near}？数量请另写在 `count` 里。</translation>
    </message>
    <message>
        <source>Discover (magnifier): search for {name}, choose {mix}, Download. Chat: choose the model at the top, switch on "Manually choose model load parameters", set Context Length to {context} and GPU Offload to {offload}.</source>
        <translation>Discover（放大镜）：搜索 {name}，选 {mix}，点 Download。Chat：在顶部选该模型，打开“Manually choose model load parameters”，把 Context Length 设为 {context}，GPU Offload 设为{offload}。</translation>
    </message>
    <message>
        <source>Discover (magnifier): search for {name}, choose {mix}, Download. Chat: choose the model at the top, switch on "Manually choose model load parameters", set Context Length to {context}, Load Model. Developer: switch Status to Running to give editors the API.</source>
        <translation>Discover（放大镜）：搜索 {name}，选 {mix}，点 Download。Chat：在顶部选模型，打开 "Manually choose model load parameters"，Context Length 设为 {context}，点 Load Model。Developer：把 Status 切到 Running，编辑器就能用 API。</translation>
    </message>
    <message>
        <source>Docker's mount option cannot carry a path with a comma or a double quote.</source>
        <translation>Docker 的挂载选项不能带含逗号或双引号的路径。</translation>
    </message>
    <message>
        <source>Does the API answer?</source>
        <translation>API 有回应吗？</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Download from ModelScope (pip install modelscope)</source>
        <translation>从 ModelScope 下载（pip install modelscope）</translation>
    </message>
    <message>
        <source>Download it again, or name another file.</source>
        <translation>重新下载，或换一个文件。</translation>
    </message>
    <message>
        <source>Download the weights (pip install huggingface_hub)</source>
        <translation>下载权重（pip install huggingface_hub）</translation>
    </message>
    <message>
        <source>Download {repository}</source>
        <translation>下载 {repository}</translation>
    </message>
    <message>
        <source>Drafts by the model's own layers (MTP) are not written here for {engine}.</source>
        <translation>这里没有为 {engine} 写出用模型自带层（MTP）起草的做法。</translation>
    </message>
    <message>
        <source>Drafts by the model's own layers (MTP) came with {engine} {since}.</source>
        <translation>用模型自带层（MTP）起草从 {engine} {since} 起才有。</translation>
    </message>
    <message>
        <source>Drafts over pipeline stages are young in {engine}, and only for the layers of DeepSeek and Qwen3.5 (vllm-project/vllm#46994): see whether your release starts with them.</source>
        <translation>在 {engine} 里，流水线并行下的草稿才刚支持，而且只限 DeepSeek 和 Qwen3.5 的草稿层（vllm-project/vllm#46994）：请先确认你的版本能这样启动。</translation>
    </message>
    <message>
        <source>Each object says created.</source>
        <translation>每个对象都显示 created。</translation>
    </message>
    <message>
        <source>Each object says deleted.</source>
        <translation>每个对象都显示 deleted。</translation>
    </message>
    <message>
        <source>Each of its {heads} attention heads keeps keys and values of its own (no grouped-query attention): {each} KB a token, {times} times as much as with {shared} shared by all. A shorter context, an 8-bit cache or a newer model helps most.</source>
        <translation>它的 {heads} 个注意力头各自保存键和值（没有分组查询注意力）：每个 token {each} KB，是只用 {shared} 组共享时的 {times} 倍。缩短上下文、使用 8 位缓存或换更新的模型最有效。</translation>
    </message>
    <message>
        <source>Each service says Started.</source>
        <translation>每个服务都显示 Started。</translation>
    </message>
    <message>
        <source>Ends by printing the folder.</source>
        <translation>最后打印文件夹路径。</translation>
    </message>
    <message>
        <source>Ends with "Model loaded successfully".</source>
        <translation>最后一行是 "Model loaded successfully"。</translation>
    </message>
    <message>
        <source>Ends with the image's name.</source>
        <translation>最后一行是镜像的名字。</translation>
    </message>
    <message>
        <source>Ends with the line success.</source>
        <translation>最后一行是 success。</translation>
    </message>
    <message>
        <source>Ends with the line success; the folder can go then, until that the model takes its room twice.</source>
        <translation>最后一行是 success；之后可以删除该文件夹，在此之前模型占用两份磁盘空间。</translation>
    </message>
    <message>
        <source>Ends with the name of the file.</source>
        <translation>最后一行是文件名。</translation>
    </message>
    <message>
        <source>Every pod of the cluster reaches it, with the key of the Secret {name}-key only.</source>
        <translation>集群里每个 pod 都能访问它，但要用 Secret {name}-key 里的密钥。</translation>
    </message>
    <message>
        <source>Expert parallel leaves the shared experts ({size}) cut, here to {part}: where the checkpoint has them in FP8 by blocks of {block} too, it stops at the start.</source>
        <translation>专家并行仍会切分共享专家（{size}），这里切成 {part}：如果权重里共享专家也按 {block} 一块做了 FP8 量化，启动时就会报错停止。</translation>
    </message>
    <message>
        <source>Expert parallelism is left out: {model} has no experts.</source>
        <translation>未写入专家并行：{model} 没有专家。</translation>
    </message>
    <message>
        <source>FP8 runs weight-only here, as this card has no FP8 arithmetic (that begins with compute capability 8.9): the weights take half the memory and single answers come faster, prompts and large batches do not.</source>
        <translation>这里的 FP8 只压缩权重，因为这张显卡不支持 FP8 运算（计算能力 8.9 起才有）：权重只占一半内存，单个回答更快，但提示词处理和大批量不会变快。</translation>
    </message>
    <message>
        <source>Failing at the start, when weights and cache do not fit the static share: raise --mem-fraction-static.</source>
        <translation>启动时失败，是权重和缓存放不进静态份额：调大 --mem-fraction-static。</translation>
    </message>
    <message>
        <source>Failing while it serves, when activations or graphs find no room beside the static share: lower --mem-fraction-static (or --chunked-prefill-size, or --cuda-graph-max-bs-decode, in older releases --cuda-graph-max-bs).</source>
        <translation>如果在服务过程中失败，是激活或计算图在静态份额之外找不到空间：降低 --mem-fraction-static（或 --chunked-prefill-size，或 --cuda-graph-max-bs-decode，旧版本为 --cuda-graph-max-bs）。</translation>
    </message>
    <message>
        <source>Fall back: send what would wait longer than {seconds} s to an API.</source>
        <translation>退路：要等 {seconds} s 以上的请求改发给 API。</translation>
    </message>
    <message>
        <source>Fetch it again.</source>
        <translation>请重新获取。</translation>
    </message>
    <message>
        <source>Files that publishers offer under this name leave the experts of {model} in the 4 bit that they come in and are smaller: this is the size of a file quantized anew from 16 bit.</source>
        <translation>发布者以此名称提供的文件保留了 {model} 专家原有的 4 位格式，因此更小：这里给出的是从 16 位重新量化所得文件的大小。</translation>
    </message>
    <message>
        <source>Find the weights</source>
        <translation>查找权重</translation>
    </message>
    <message>
        <source>First download {repository} into {folder}: modelscope download --model {repository} --local_dir {folder}</source>
        <translation>请先把 {repository} 下载到 {folder}：modelscope download --model {repository} --local_dir {folder}</translation>
    </message>
    <message>
        <source>First token: {mean} on average here, {told} in the calculator. That counts {share} % of the requests as coming at the same moment as everybody's, as in the first round of published runs: {part} of it. Here everybody asks again when their own answer ends.</source>
        <translation>首个 token：此处平均 {mean}，计算器中为 {told}。计算器把 {share} % 的请求算作与所有人同时到来（如公开测试的第一轮），占其中的 {part}。此处每人在自己的回答结束后再问。</translation>
    </message>
    <message>
        <source>First token: {mean} on average here, {told} in the calculator. That is for {people} at once, never more or fewer; here each pauses for {pause} between two questions.</source>
        <translation>首个 token：此处平均 {mean}，计算器中为 {told}。计算器按始终 {people} 个请求同时进行来计；此处每人在两次提问之间停顿 {pause}。</translation>
    </message>
    <message>
        <source>First token: {mean} on average here, {told} in the calculator. That is for {people} at once, never more or fewer; here {rate} requests come a second, whoever is answered.</source>
        <translation>首个 token：此处平均 {mean}，计算器中为 {told}。计算器按始终 {people} 个请求同时进行来计；此处每秒到来 {rate} 个请求，与回答是否完成无关。</translation>
    </message>
    <message>
        <source>First token: {mean} on average here, {told} in the calculator. That is when the queue no longer grows; this run has only {rounds} requests a person. A longer one comes nearer.</source>
        <translation>首个 token：这里平均 {mean}，计算器给出 {told}。后者是排队不再增长时的值；这次运行平均每人只有 {rounds} 个请求，运行得更久会更接近。</translation>
    </message>
    <message>
        <source>Flags checked for {engine} {version}.</source>
        <translation>参数按 {engine} {version} 核对过。</translation>
    </message>
    <message>
        <source>Flags checked for {engine} {version}; {wanted} is newer, so look whether it still takes them.</source>
        <translation>参数已针对 {engine} {version} 核对；{wanted} 更新，请确认它是否仍接受这些参数。</translation>
    </message>
    <message>
        <source>Flags checked with {engine}'s own list at {checked}, less what its release notes date after {version}.</source>
        <translation>参数已按 {engine} 在 {checked} 的参数表核对，并去掉了发行说明中标为 {version} 之后才有的。</translation>
    </message>
    <message>
        <source>Flash attention is off in this log: without it the buffer grows with context × micro-batch. Switch it on (-fa on).</source>
        <translation>这份日志里 flash attention 是关闭的：没有它，缓冲会随 上下文 × 微批 增长。请打开（-fa on）。</translation>
    </message>
    <message>
        <source>Flash attention was asked for and ignored: the model does not support it.</source>
        <translation>要求了 flash attention，但被忽略：模型不支持。</translation>
    </message>
    <message>
        <source>Follow that page.</source>
        <translation>请按该页面操作。</translation>
    </message>
    <message>
        <source>For another, describe it (no device, but memory_gib and bandwidth_gb_per_s), or list it with both in your own {file}.</source>
        <translation>目录里没有的，可以不写 device，改写 memory_gib 和 bandwidth_gb_per_s；也可以连同这两项一起写进自己的 {file}。</translation>
    </message>
    <message>
        <source>For {users} at a time batching gains nothing, but it divides each token's work over the {cards} cards, where the simpler engines use one after another. Setup takes more work.</source>
        <translation>仅 {users} 人使用时批处理没有收益，但它把每个 token 的计算分到 {cards} 张卡上，而更简单的引擎是逐卡依次使用。安装配置更费事。</translation>
    </message>
    <message>
        <source>For {users} at a time it gains nothing over the simpler engines; batching pays from about {least} users at once, and setup takes more work.</source>
        <translation>同时 {users} 人时它不比简单的引擎好；批处理要约 {least} 人以上才划算，而且搭起来更费事。</translation>
    </message>
    <message>
        <source>From 0.33 on the flag is shown as --disable-prefix-caching; this form works in both.</source>
        <translation>从 0.33 起参数显示为 --disable-prefix-caching；这种写法两边都行。</translation>
    </message>
    <message>
        <source>Get the container image (needs Docker)</source>
        <translation>取容器镜像（需要 Docker）</translation>
    </message>
    <message>
        <source>Get the image</source>
        <translation>取镜像</translation>
    </message>
    <message>
        <source>Give each of the {n} a slot.</source>
        <translation>给这 {n} 人每人一个槽位。</translation>
    </message>
    <message>
        <source>Give each person a line and a key of their own: {quota} requests a minute each. The key named team is counted as all of them together: {all} a minute.</source>
        <translation>给每个人一行、一个自己的密钥：每人每分钟 {quota} 次。名为 team 的密钥按所有人合计：每分钟 {all} 次。</translation>
    </message>
    <message>
        <source>Give it as tcp://HOST:8786.</source>
        <translation>请写成 tcp://HOST:8786。</translation>
    </message>
    <message>
        <source>Give the address of an OpenAI-compatible server with a chat model.</source>
        <translation>请给出兼容 OpenAI 接口、带对话模型的服务器的地址。</translation>
    </message>
    <message>
        <source>Give the engine {share} of the card.</source>
        <translation>把显卡的 {share} 分给引擎。</translation>
    </message>
    <message>
        <source>HTTP 400, the context is too long</source>
        <translation>HTTP 400，上下文过长</translation>
    </message>
    <message>
        <source>HTTP 429, too many requests of this user</source>
        <translation>HTTP 429，该用户请求过多</translation>
    </message>
    <message>
        <source>HTTP 500, the engine's cache was full</source>
        <translation>HTTP 500，引擎的缓存已满</translation>
    </message>
    <message>
        <source>HTTP 503, the queue is full</source>
        <translation>HTTP 503，队列已满</translation>
    </message>
    <message>
        <source>Half the prompt: {tokens} tokens</source>
        <translation>提示词减半：{tokens} token</translation>
    </message>
    <message>
        <source>Hand it the file</source>
        <translation>导入文件</translation>
    </message>
    <message>
        <source>Highest throughput on this generation of NVIDIA servers, for a team that runs it.</source>
        <translation>在这一代 NVIDIA 服务器上吞吐最高，适合有人维护的团队。</translation>
    </message>
    <message>
        <source>How much memory this machine has is not known here, and this takes about {needed}: say how much there is, or compare before you load it.</source>
        <translation>这台机器有多少内存，这里并不知道；该方案约需 {needed}：请填写内存大小，或在加载前自行核对。</translation>
    </message>
    <message>
        <source>How much memory this machine has is not known, so nothing can be said to fit: set `host_memory_gib`.</source>
        <translation>不知道这台机器有多少内存，所以无法判断哪些装得下：请设置 `host_memory_gib`。</translation>
    </message>
    <message>
        <source>In TensorRT-LLM each data parallel rank of attention is one GPU, not {ranks}.</source>
        <translation>在 TensorRT-LLM 中，注意力数据并行的每个 rank 是 1 张 GPU，而不是 {ranks} 张。</translation>
    </message>
    <message>
        <source>In this version Ollama's own estimate decides how much goes to the GPU, and `ollama ps` shows that estimate, not what is used; it was often too high. Measure with nvidia-smi; update, or set num_gpu to all layers where there is room.</source>
        <translation>在这个版本里，放多少到 GPU 由 Ollama 自己的估计决定，`ollama ps` 显示的是估计而不是实际占用，常常偏高。请用 nvidia-smi 测；升级，或在放得下时把 num_gpu 设为全部层。</translation>
    </message>
    <message>
        <source>Install LiteLLM</source>
        <translation>安装 LiteLLM</translation>
    </message>
    <message>
        <source>Install it again.</source>
        <translation>请重新安装。</translation>
    </message>
    <message>
        <source>Install it with: pip install "llm-deployment-advisor[dask]"</source>
        <translation>安装命令：pip install "llm-deployment-advisor[dask]"</translation>
    </message>
    <message>
        <source>Install the driver or load it (sudo modprobe nvidia), restart the machine if that fails, and paste what nvidia-smi prints then.</source>
        <translation>请安装或加载驱动（sudo modprobe nvidia），不行就重启机器，再粘贴 nvidia-smi 的输出。</translation>
    </message>
    <message>
        <source>Install the driver, or paste what rocm-smi (AMD), system_profiler (Mac) or lspci prints.</source>
        <translation>请安装驱动，或粘贴 rocm-smi（AMD）、system_profiler（Mac）或 lspci 的输出。</translation>
    </message>
    <message>
        <source>Install {engine}</source>
        <translation>安装 {engine}</translation>
    </message>
    <message>
        <source>Is it all on the GPU?</source>
        <translation>全在 GPU 上吗？</translation>
    </message>
    <message>
        <source>Is it loaded?</source>
        <translation>加载好了吗？</translation>
    </message>
    <message>
        <source>Is it ready?</source>
        <translation>准备好了吗？</translation>
    </message>
    <message>
        <source>It answers {slots} at a time. Set {name}={people} in the service's environment (systemd, launchctl, not the shell that asks) and restart it: the KV cache is then {people} times one request's context, about {kv}.</source>
        <translation>它同一时间只回答 {slots} 个请求。请在服务的环境里（systemd、launchctl，不是提问的那个终端）设置 {name}={people} 并重启：KV 缓存随之变成单个请求上下文的 {people} 倍，约 {kv}。</translation>
    </message>
    <message>
        <source>It asks for no key, so that a gateway must stand before it.</source>
        <translation>它不验密钥，前面必须再放一个网关。</translation>
    </message>
    <message>
        <source>It asks for {needed} of the card and {free} are free; {kept} of those are kept so (--fit-target), so {over} are too much: layers or experts go to main memory, which slows every token. A smaller quantization, a shorter context or fewer slots keep more on the card.</source>
        <translation>它需要显卡上的 {needed}，而空闲为 {free}；其中 {kept} 要保持空闲（--fit-target），所以多出 {over}：一些层或专家会放到主内存，每个 token 都会变慢。更小的量化、更短的上下文或更少的槽位能让更多内容留在显卡上。</translation>
    </message>
    <message>
        <source>It checks no key: the NetworkPolicy lets in only pods labelled llm-access: "yes", such as your gateway.</source>
        <translation>它不验密钥：NetworkPolicy 只放行带 llm-access: "yes" 标签的 pod，例如你的网关。</translation>
    </message>
    <message>
        <source>It could not get {size}: with free memory on the card that is host RAM, not GPU memory. Under WSL the virtual machine has 50 % of the RAM by default, and loading pins memory there: set memory=24GB (or more) in .wslconfig, then wsl --shutdown.</source>
        <translation>它拿不到 {size}：显卡还有空闲，缺的是主机内存。WSL 的虚拟机默认只有一半内存，加载时还要锁页：在 .wslconfig 里设 memory=24GB（或更多），然后 wsl --shutdown。</translation>
    </message>
    <message>
        <source>It does not fit in this machine's memory.</source>
        <translation>这台机器的内存装不下。</translation>
    </message>
    <message>
        <source>It does not fit on the card: {host} stay in system memory and are computed on the CPU (offload), so the speed drops. A smaller model that fits whole, or more memory, is faster.</source>
        <translation>显卡装不下：{host} 留在系统内存由 CPU 计算（卸载），速度会掉。换个能整个装下的小模型，或加显存，会更快。</translation>
    </message>
    <message>
        <source>It has no attention layers: a fixed recurrent state takes the place of the KV cache, so a long context takes no more memory than a short one.</source>
        <translation>它没有注意力层：固定大小的循环状态取代了 KV 缓存，所以长上下文并不比短的多占内存。</translation>
    </message>
    <message>
        <source>It has no build that serves models on a processor alone.</source>
        <translation>它没有只用处理器就能提供服务的版本。</translation>
    </message>
    <message>
        <source>It has no data-parallel flag: start {n} such servers, each on its own GPUs (CUDA_VISIBLE_DEVICES) and port, behind one proxy.</source>
        <translation>它没有数据并行参数：启动 {n} 个这样的服务，各用自己的 GPU（CUDA_VISIBLE_DEVICES）和端口，放在一个代理后面。</translation>
    </message>
    <message>
        <source>It has no native Windows build: run it in WSL2 or Docker; WSL2 takes half of the RAM (50 %) by default, memory= in .wslconfig gives it more.</source>
        <translation>没有 Windows 原生版：请在 WSL2 或 Docker 里运行；WSL2 默认只占一半内存（50 %），在 .wslconfig 里用 memory= 可以给得更多。</translation>
    </message>
    <message>
        <source>It has no option for the context: keep prompt and answer together under {context} tokens.</source>
        <translation>它没有上下文选项：提示词加回答请控制在 {context} token 以内。</translation>
    </message>
    <message>
        <source>It has no window of its own on this system: it is run from a terminal.</source>
        <translation>它在这个系统上没有自己的窗口，要从终端运行。</translation>
    </message>
    <message>
        <source>It holds the key: keep it out of version control, or set {name} in the environment instead.</source>
        <translation>里面有密钥：不要放进版本库，或改用环境变量 {name}。</translation>
    </message>
    <message>
        <source>It holds {holds} of {people} requests of {context} tokens at once; the others wait or are pushed out.</source>
        <translation>{people} 个 {context} token 的请求同时只装得下 {holds} 个；其余要等，或被挤出。</translation>
    </message>
    <message>
        <source>It holds {holds} of {people} texts of {context} tokens at once; the others wait until those are read.</source>
        <translation>{people} 条各 {context} 个 token 的文本中，同时只能容纳 {holds} 条；其余的要等这些读完。</translation>
    </message>
    <message>
        <source>It is an adapter (LoRA), not a model: its base model is not named in it.</source>
        <translation>这是适配器（LoRA），不是模型：其中没有写明基座模型。</translation>
    </message>
    <message>
        <source>It is an adapter (LoRA), not a model: its base model is {base}.</source>
        <translation>这是适配器（LoRA），不是模型：它的基座模型是 {base}。</translation>
    </message>
    <message>
        <source>It is free after a registration with its maker.</source>
        <translation>向开发者登记后即可免费使用。</translation>
    </message>
    <message>
        <source>It is no model, or damaged.</source>
        <translation>它不是模型，或已损坏。</translation>
    </message>
    <message>
        <source>It is not the total memory: on Intel's Level Zero one allocation is limited to 4 GB. UR_L0_ENABLE_RELAXED_ALLOCATION_LIMITS=1 in the environment lifts the limit; the Vulkan build has none of it.</source>
        <translation>不是总显存的问题：Intel 的 Level Zero 单次分配限 4 GB。环境变量 UR_L0_ENABLE_RELAXED_ALLOCATION_LIMITS=1 可解除；Vulkan 版没有这个限制。</translation>
    </message>
    <message>
        <source>It keeps the caches of the last {count} prompts with no limit in bytes: of {length} tokens each {kept}, while {left} are free. Bound them (--prompt-cache-bytes, --prompt-cache-size), or it dies after a while.</source>
        <translation>它会保留最近 {count} 个提示词的缓存，且不限字节数：每个 {length} token，占 {kept}，而空闲只有 {left}。请加以限制（--prompt-cache-bytes、--prompt-cache-size），否则运行一段时间后会崩溃。</translation>
    </message>
    <message>
        <source>It keeps {slots} slots of {context} tokens ready, {whole} of cache, for {people} at once: {flag} {people} frees {freed} of it.</source>
        <translation>它备有 {slots} 个 {context} token 的槽位，缓存共 {whole}，而同时只有 {people} 个请求：{flag} {people} 可以释放其中 {freed}。</translation>
    </message>
    <message>
        <source>It listens on this machine only.</source>
        <translation>只在本机监听。</translation>
    </message>
    <message>
        <source>It needs {asked} and {free} are free: a smaller model or quantization, or a shorter num_ctx.</source>
        <translation>它需要 {asked}，而空闲只有 {free}：换更小的模型或量化，或缩短 num_ctx。</translation>
    </message>
    <message>
        <source>It needs {need} a device, {usable} are usable.</source>
        <translation>每个设备需要 {need}，可用 {usable}。</translation>
    </message>
    <message>
        <source>It ran out of memory while capturing CUDA graphs, after weights and cache had their place: a shorter context is not the cure. Lower gpu_memory_utilization to leave room for the capture.</source>
        <translation>权重和缓存都放好后，录制 CUDA 图时显存不足：缩短上下文没用。调小 gpu_memory_utilization 给录制留地方。</translation>
    </message>
    <message>
        <source>It reads images too: its vision tower ({size} in 16 bit) lies beside the text model, and each image adds tokens to its prompt.</source>
        <translation>它还能读图：视觉塔（16 位，{size}）与文本模型一同占用显存，每张图片都会增加提示词的 token。</translation>
    </message>
    <message>
        <source>It reads texts and writes none: prompt tokens a second are all its speed, and its cache is free again after each text.</source>
        <translation>它只读文本，不写文本：速度只有每秒读入的提示 token 数，每处理完一段文本缓存即释放。</translation>
    </message>
    <message>
        <source>It reserves {all} by {name} = {share}, whatever the model needs: weights {weights} and, for {people} x {context} tokens, {needed} of cache. Lower {name} to leave the rest to others.</source>
        <translation>不管模型要多少，它按 {name} = {share} 占下 {all}：权重 {weights}，{people} × {context} token 的缓存 {needed}。调小 {name}，其余留给别的程序。</translation>
    </message>
    <message>
        <source>It takes {known}.</source>
        <translation>它接受 {known}。</translation>
    </message>
    <message>
        <source>It takes {total} of the shared memory, more than the half that Linux lets the GPU have: raise the limit first (ttm.pages_limit={pages}, then a restart), on Windows in the BIOS or AMD's driver. Else part of it ends up on the processor, or it does not start.</source>
        <translation>它要占用共享内存中的 {total}，超过 Linux 默认留给 GPU 的一半：请先提高上限（ttm.pages_limit={pages}，然后重启），Windows 上则在 BIOS 或 AMD 驱动里设置。否则一部分会落到处理器上，或者根本启动不了。</translation>
    </message>
    <message>
        <source>It would not start there. {reason}</source>
        <translation>在那里启动不了。{reason}</translation>
    </message>
    <message>
        <source>It would not start there. {reason} {mend}</source>
        <translation>在那里启动不了。{reason}{mend}</translation>
    </message>
    <message>
        <source>It would not start: neither the GPU nor the host memory holds it.</source>
        <translation>启动不了：GPU 和主机内存都装不下。</translation>
    </message>
    <message>
        <source>It would not start: the layers asked for do not fit the GPU.</source>
        <translation>启动不了：要求放到 GPU 的层装不下。</translation>
    </message>
    <message>
        <source>It would not start: weights of {weights} and {others} beside them are more than the {budget} it may use.</source>
        <translation>启动不了：权重 {weights} 加上旁边的 {others}，超过它可用的 {budget}。</translation>
    </message>
    <message>
        <source>It would refuse to start: one request of {context} tokens needs more than the cache; at most {most} fit.</source>
        <translation>它会拒绝启动：一个 {context} token 的请求就超过缓存；最多 {most}。</translation>
    </message>
    <message>
        <source>It would refuse to start: other programs hold {used}, so less than {budget} is free. A share of {share} would start.</source>
        <translation>它会拒绝启动：别的程序占了 {used}，空闲不到 {budget}。比例设为 {share} 就能启动。</translation>
    </message>
    <message>
        <source>It would refuse to start: {blocks} state blocks fit for max_num_seqs {parallel}; lower it.</source>
        <translation>它会拒绝启动：max_num_seqs 为 {parallel}，只放得下 {blocks} 个状态块；请调小。</translation>
    </message>
    <message>
        <source>It would run out of memory while capturing CUDA graphs: {graphs} of them come on top of the share in this version. Lower gpu_memory_utilization.</source>
        <translation>录制 CUDA 图时会显存不足：这个版本里它们的 {graphs} 不算在比例之内。请调小 gpu_memory_utilization。</translation>
    </message>
    <message>
        <source>It would stop while starting: it does not fit this machine.</source>
        <translation>启动时会退出：这台机器放不下它。</translation>
    </message>
    <message>
        <source>Its CPU build gains nothing here over the engines made for CPUs, and is more work to install.</source>
        <translation>它的 CPU 版在这里不比专为 CPU 做的引擎好，装起来还更麻烦。</translation>
    </message>
    <message>
        <source>Its build for this hardware is young and knows few formats.</source>
        <translation>它对这种硬件的支持还新，认得的格式不多。</translation>
    </message>
    <message>
        <source>Its cache holds {tokens} tokens: a request of {context} does not fit.</source>
        <translation>缓存只装 {tokens} token：{context} 的请求放不下。</translation>
    </message>
    <message>
        <source>Its compressed sparse attention keeps the KV cache small even at very long contexts.</source>
        <translation>它的压缩稀疏注意力让 KV 缓存在很长的上下文下也不大。</translation>
    </message>
    <message>
        <source>Its latent attention (MLA) cache cannot be divided by tensor parallelism, so attention runs data parallel (DP attention) and the experts are spread by expert parallelism.</source>
        <translation>它的潜在注意力（MLA）缓存不能用张量并行切分，所以注意力按数据并行跑（DP attention），专家用专家并行摊开。</translation>
    </message>
    <message>
        <source>Its latent attention (MLA) cache is small but repeated on every tensor-parallel rank; expert parallel with DP attention holds more users.</source>
        <translation>它的潜在注意力（MLA）缓存不大，但每张张量并行的卡上都要重复一份；专家并行配 DP attention 装得下更多人。</translation>
    </message>
    <message>
        <source>Its latent attention (MLA) keeps the KV cache small.</source>
        <translation>它的潜在注意力（MLA）让 KV 缓存不大。</translation>
    </message>
    <message>
        <source>Its latent attention (MLA) keeps the cache small. A build or GGUF without it keeps {heads} heads of {k} + {v}, {kib} KiB a token and layer: {low} to {high} times as much, and a compute buffer of GBs on top. Keep such a build to 8,192 to 16,384 tokens.</source>
        <translation>它的潜在注意力（MLA）让缓存很小。不支持 MLA 的版本或 GGUF 要存 {heads} 个头的 {k} + {v}，每 token 每层 {kib} KiB：是 {low} 到 {high} 倍，另加几 GB 计算缓冲。那样的版本请用 8,192 到 16,384 token。</translation>
    </message>
    <message>
        <source>Its makers recommend a card of {least} GB at the least for the app: this one has {own}.</source>
        <translation>其开发者建议该应用至少配 {least} GB 显存的显卡：这张有 {own}。</translation>
    </message>
    <message>
        <source>Its makers recommend {usual} GB of main memory for the app, {least} at the least: this machine has {ram}.</source>
        <translation>其开发者建议该应用配 {usual} GB 内存，最少 {least} GB：这台机器有 {ram}。</translation>
    </message>
    <message>
        <source>Its prefix cache reuses the KV of a shared system prompt block by block.</source>
        <translation>它的前缀缓存按块复用共享系统提示词的 KV。</translation>
    </message>
    <message>
        <source>Its radix tree keeps every shared prefix: a common system prompt is computed once and reused by all requests. The gain is high only where much of the prompt is shared (here {share} %): published factors of up to 6.4x are for that; measure with your own load.</source>
        <translation>它的基数树保留每个共享前缀：公共的系统提示词只算一次，供所有请求复用。只有提示词里共享部分很多时收益才大（这里是 {share} %）：公布的最高 6.4 倍就是这种情况；请用自己的负载实测。</translation>
    </message>
    <message>
        <source>Its radix tree keeps what requests have in common: of an agent's next step only what is new since the last one is computed.</source>
        <translation>它的基数树保留请求之间的共同部分：智能体的下一步只需计算上一步之后新增的内容。</translation>
    </message>
    <message>
        <source>Its share is {share} of {total} GiB = {budget} GiB, and weights and activations alone take {missing} GiB more: it needs more than {least}.</source>
        <translation>它的份额是 {total} GiB 的 {share}，即 {budget} GiB，而仅权重和激活就还差 {missing} GiB：需要大于 {least}。</translation>
    </message>
    <message>
        <source>Its support for this hardware is a plugin or experimental: more work and no gain there.</source>
        <translation>它对这种硬件的支持是插件或实验性的：更费事，也没有好处。</translation>
    </message>
    <message>
        <source>Its vision or audio part is not counted from the config.</source>
        <translation>其中的视觉或音频部分没有从配置里计入。</translation>
    </message>
    <message>
        <source>Its vision part ({size} in 16 bit) is a file of its own and not counted here: it lies beside the model when it is loaded.</source>
        <translation>它的视觉部分（16 位时 {size}）是单独的文件，这里没算：加载后会和模型放在一起。</translation>
    </message>
    <message>
        <source>Its {heads} KV heads are copied where tensor parallel is more than {heads}: the cache is not divided further.</source>
        <translation>它有 {heads} 个 KV 头，张量并行超过 {heads} 时会复制：缓存不再继续切小。</translation>
    </message>
    <message>
        <source>JSON that names {model}.</source>
        <translation>返回的 JSON 里有 {model}。</translation>
    </message>
    <message>
        <source>JSON that names {model}. Point your editor at {url}.</source>
        <translation>返回的 JSON 里有 {model}。编辑器里填 {url}。</translation>
    </message>
    <message>
        <source>JSON with a score for each text in results[].relevance_score, near 1 for the first and near 0 for the second. Where both are alike, put the model's own template around them, as its card says.</source>
        <translation>返回 JSON，results[].relevance_score 中是每段文本的分数：第一段接近 1，第二段接近 0。若两者相近，请按模型卡片的说明给它们套上模型自己的模板。</translation>
    </message>
    <message>
        <source>JSON with a vector of {size} numbers for each text in data[].embedding. Questions want the instruction of the model's card before them.</source>
        <translation>返回 JSON，data[].embedding 中每段文本对应一个含 {size} 个数的向量。查询语句前要加上模型卡片给出的指令。</translation>
    </message>
    <message>
        <source>JSON with the answer in choices[0].message.content.</source>
        <translation>返回 JSON，回答在 choices[0].message.content 里。</translation>
    </message>
    <message>
        <source>KV cache in 8 bit</source>
        <translation>KV 缓存用 8 位</translation>
    </message>
    <message>
        <source>KV cache in 8 bit and a context of {tokens} tokens.</source>
        <translation>KV 缓存用 8 位，上下文 {tokens} token。</translation>
    </message>
    <message>
        <source>Keep no more slots than ask at once: {n}.</source>
        <translation>槽位不要多于同时请求的数量：{n}。</translation>
    </message>
    <message>
        <source>Keep the KV cache in 8 bit ({dtype}).</source>
        <translation>KV 缓存用 8 位（{dtype}）。</translation>
    </message>
    <message>
        <source>Keep the experts in main memory</source>
        <translation>把专家权重留在内存中</translation>
    </message>
    <message>
        <source>Keep the settings for the app</source>
        <translation>为应用保存设置</translation>
    </message>
    <message>
        <source>Keep the token in a Secret</source>
        <translation>把令牌存进 Secret</translation>
    </message>
    <message>
        <source>Keys stay in the environment, not in this file.</source>
        <translation>密钥放在环境变量里，不写进这个文件。</translation>
    </message>
    <message>
        <source>Known: bash, powershell, cmd.</source>
        <translation>可用：bash、powershell、cmd。</translation>
    </message>
    <message>
        <source>Known: models, devices, quantizations, engines.</source>
        <translation>可用：models、devices、quantizations、engines。</translation>
    </message>
    <message>
        <source>Known: {formats}</source>
        <translation>可用：{formats}</translation>
    </message>
    <message>
        <source>Known: {forms}.</source>
        <translation>可用：{forms}。</translation>
    </message>
    <message>
        <source>Known: {known}.</source>
        <translation>可用：{known}。</translation>
    </message>
    <message>
        <source>Known: {names}.</source>
        <translation>可用：{names}。</translation>
    </message>
    <message>
        <source>Known: {names}.{meant} Types below 16 bit need flash attention.</source>
        <translation>可用：{names}。{meant}低于 16 位的类型需要 flash attention。</translation>
    </message>
    <message>
        <source>Kubernetes mounts a model's folder by its absolute path on the node.</source>
        <translation>Kubernetes 按节点上的绝对路径挂载模型文件夹。</translation>
    </message>
    <message>
        <source>LM Studio comes as an app and a daemon, not as a container.</source>
        <translation>LM Studio 是应用和后台程序，没有容器。</translation>
    </message>
    <message>
        <source>LM Studio downloads from Hugging Face; behind a mirror switch on its proxy in the settings, or download the file and use lms import.</source>
        <translation>LM Studio 从 Hugging Face 下载；要走镜像就在设置里打开代理，或者自己下载文件后用 lms import。</translation>
    </message>
    <message>
        <source>LM Studio runs on Macs with Apple chips only.</source>
        <translation>在 Mac 上，LM Studio 只支持 Apple 芯片。</translation>
    </message>
    <message>
        <source>LM Studio's llama.cpp runtime: log of 0.3.23, documentation of parallel requests (lmstudio.ai/docs/app/advanced/parallel-requests), lms 0.3.43 definitions; memory by llama.cpp b11434's rules</source>
        <translation>LM Studio 的 llama.cpp 运行时：0.3.23 的日志、并行请求的文档（lmstudio.ai/docs/app/advanced/parallel-requests）、lms 0.3.43 的定义；内存按 llama.cpp b11434 的规则计算</translation>
    </message>
    <message>
        <source>LM Studio's mlx-engine runs mlx-lm: weights, caches and batches by its rules (lmstudio-ai/mlx-engine pull requests 77 and 266; four predictions at once as with llama.cpp, lmstudio-bug-tracker#1709)</source>
        <translation>LM Studio 的 mlx-engine 运行 mlx-lm：权重、缓存和批次都按它的规则（lmstudio-ai/mlx-engine 的拉取请求 77 和 266；与 llama.cpp 一样同时四个预测，lmstudio-bug-tracker#1709）</translation>
    </message>
    <message>
        <source>Latency at {users} at once: first token {ttft}, then {tpot} per token.</source>
        <translation>{users} 人同时用的延迟：首字 {ttft}，之后每 token {tpot}。</translation>
    </message>
    <message>
        <source>Launch server {n} of {all}</source>
        <translation>启动第 {n} 个服务（共 {all} 个）</translation>
    </message>
    <message>
        <source>Launch {engine} {version}</source>
        <translation>启动 {engine} {version}</translation>
    </message>
    <message>
        <source>Layers and KV cache add up on the card: {weights} + {kv}. Switch "{name}" off to keep the cache in RAM, or take fewer layers or a shorter context.</source>
        <translation>各层和 KV 缓存都算在卡上：{weights} + {kv}。关掉 "{name}" 把缓存放到内存，或减少层数、缩短上下文。</translation>
    </message>
    <message>
        <source>Layers of one kind with different numbers of heads are not supported.</source>
        <translation>同类层的头数各不相同，这种结构不支持。</translation>
    </message>
    <message>
        <source>Layers replaced by a linear map are not supported.</source>
        <translation>把层换成线性映射的结构不支持。</translation>
    </message>
    <message>
        <source>Leave `speculative` out, or take a model that has them (Qwen3.5 and later, GLM-4.5 and later, DeepSeek-V3 and later).</source>
        <translation>请去掉 `speculative`，或选带 MTP 层的模型（Qwen3.5 及以后、GLM-4.5 及以后、DeepSeek-V3 及以后）。</translation>
    </message>
    <message>
        <source>Leave the KV type to the engine.</source>
        <translation>KV 类型交给引擎决定。</translation>
    </message>
    <message>
        <source>Let at most {holds} ask at once; the others wait at the gateway.</source>
        <translation>最多让 {holds} 个同时问；其余在网关排队。</translation>
    </message>
    <message>
        <source>Let the GPU take more of the memory, then restart</source>
        <translation>让 GPU 可用更多内存，然后重启</translation>
    </message>
    <message>
        <source>Let the product be {good}, or take expert parallel.</source>
        <translation>让两者的乘积为 {good}，或使用专家并行。</translation>
    </message>
    <message>
        <source>Let the program make one.</source>
        <translation>让程序生成一个。</translation>
    </message>
    <message>
        <source>Line {number} of the trace {name} {what}.</source>
        <translation>请求记录 {name} 第 {number} 行{what}。</translation>
    </message>
    <message>
        <source>Listens on port {port}; clients send LITELLM_MASTER_KEY.</source>
        <translation>在端口 {port} 监听；客户端发送 LITELLM_MASTER_KEY。</translation>
    </message>
    <message>
        <source>Lists {model}; the system's own monitor shows about {size} in use on the fullest device.</source>
        <translation>列出 {model}；系统监视器显示最满的卡用了约 {size}。</translation>
    </message>
    <message>
        <source>LiteLLM would take a name that begins with os.environ for a variable.</source>
        <translation>以 os.environ 开头的名字会被 LiteLLM 当成变量。</translation>
    </message>
    <message>
        <source>Load Model. Developer: switch Status to Running to give editors the API.</source>
        <translation>点 Load Model。Developer：把 Status 切到 Running，编辑器即可使用 API。</translation>
    </message>
    <message>
        <source>Load the model</source>
        <translation>加载模型</translation>
    </message>
    <message>
        <source>Loads the model and prints the text's vector, a long list of numbers.</source>
        <translation>加载模型并打印这段文本的向量，即一长串数字。</translation>
    </message>
    <message>
        <source>Loads the model, then shows the prompt &gt;&gt;&gt;. /bye leaves it.</source>
        <translation>加载模型后显示提示符 &gt;&gt;&gt;。输入 /bye 退出。</translation>
    </message>
    <message>
        <source>Log in to Hugging Face (pip install huggingface_hub)</source>
        <translation>登录 Hugging Face（pip install huggingface_hub）</translation>
    </message>
    <message>
        <source>Look again when there is a network.</source>
        <translation>有网络时再看。</translation>
    </message>
    <message>
        <source>Lower it or add devices.</source>
        <translation>调低它，或增加设备。</translation>
    </message>
    <message>
        <source>Lower it.</source>
        <translation>请调低。</translation>
    </message>
    <message>
        <source>Lower one of them or raise hardware.count.</source>
        <translation>调低其中一项，或加大 hardware.count。</translation>
    </message>
    <message>
        <source>MIG is on: a process can use ONE of the slices, not the whole card.</source>
        <translation>已开启 MIG：一个进程只能用其中一片，不能用整张卡。</translation>
    </message>
    <message>
        <source>MLX-LM runs MLX checkpoints; {format} is not one.</source>
        <translation>MLX-LM 只跑 MLX 检查点；{format} 不是。</translation>
    </message>
    <message>
        <source>MLX-LM runs MLX checkpoints; {name} is not one.</source>
        <translation>MLX-LM 只跑 MLX 格式的权重；{name} 不是。</translation>
    </message>
    <message>
        <source>MLX-LM runs on Apple chips only.</source>
        <translation>MLX-LM 只支持 Apple 芯片。</translation>
    </message>
    <message>
        <source>Machines {next} to {all} alike: the number that grows from machine to machine goes on growing.</source>
        <translation>第 {next} 到第 {all} 台机器照此办理：逐台递增的编号继续往下数。</translation>
    </message>
    <message>
        <source>Made as a desktop app; as a server behind an API it is a detour.</source>
        <translation>它是桌面应用；拿来做 API 服务是绕路。</translation>
    </message>
    <message>
        <source>Made for one person or a few, not to serve {users} users at once.</source>
        <translation>它是给一个人或几个人用的，不适合同时服务 {users} 人。</translation>
    </message>
    <message>
        <source>Made for one person or a few: each of {users} slots would reserve its whole context from the start, used or not, and keep a prompt that all share for itself.</source>
        <translation>它是给一个人或几个人用的：{users} 个槽位从一开始就各自占满整份上下文，用不用都占着；大家共用的提示词也要各存一份。</translation>
    </message>
    <message>
        <source>Main memory is full, and the GPU's mappings count there too. llama-server keeps whole conversations in it: bound them with --cache-ram (MiB; 0 for none).</source>
        <translation>主内存已满，GPU 的映射也算在里面。llama-server 会把整段对话保存在主内存：用 --cache-ram 限制（MiB；0 表示不保存）。</translation>
    </message>
    <message>
        <source>Make a key for each person</source>
        <translation>给每个人建一个密钥</translation>
    </message>
    <message>
        <source>Make the model</source>
        <translation>创建模型</translation>
    </message>
    <message>
        <source>Make the {bits}-bit weights</source>
        <translation>生成 {bits} 位权重</translation>
    </message>
    <message>
        <source>Makes the folder {folder}, about {size}.</source>
        <translation>生成文件夹 {folder}，约 {size}。</translation>
    </message>
    <message>
        <source>Memory is counted card by card, not as a sum: each holds its layers, their cache and state, and a compute buffer of its own ({compute} here). A shorter context shrinks cache and buffer.</source>
        <translation>显存按卡算，不能加总：每张卡放自己的层、它们的缓存和状态，还有一份计算缓冲（这里 {compute}）。缩短上下文，缓存和缓冲都会变小。</translation>
    </message>
    <message>
        <source>Mend or remove that line.</source>
        <translation>请改正或删去这一行。</translation>
    </message>
    <message>
        <source>Metal_Mapped holds the whole file, the embedding again on the host (gpt-oss-20b: 11,536 + 587 MiB)</source>
        <translation>Metal_Mapped 装下整个文件，主机上另有一份嵌入（gpt-oss-20b：11,536 + 587 MiB）</translation>
    </message>
    <message>
        <source>More requests wait than Ollama takes (OLLAMA_MAX_QUEUE, 512 unasked), so it answers 503. Serve more at the same time (OLLAMA_NUM_PARALLEL, where memory allows it), send fewer at once and try again after a while; for many people take a batching server (vLLM, SGLang).</source>
        <translation>等待的请求超过 Ollama 允许的数量（OLLAMA_MAX_QUEUE，默认 512），所以它返回 503。增加同时服务的数量（OLLAMA_NUM_PARALLEL，内存允许时）、同时少发一些并稍后重试；人多时请用批处理的服务（vLLM、SGLang）。</translation>
    </message>
    <message>
        <source>More than {most_devices} devices in one machine.</source>
        <translation>一台机器里的设备超过 {most_devices} 个。</translation>
    </message>
    <message>
        <source>My Models: the gear beside the model, Load. Set GPU Offload to {offload}. {experts} The settings are kept, and lms load takes them too.</source>
        <translation>My Models：点模型旁的齿轮，进入 Load。把 GPU Offload 设为{offload}。{experts}这些设置会保存，lms load 也会采用。</translation>
    </message>
    <message>
        <source>NVIDIA servers on Linux only and the most to set up; it returns that at maximum throughput with many users at once.</source>
        <translation>只支持 Linux 上的 NVIDIA 服务器，搭起来最费事；很多人同时用、追求极限吞吐时才值得。</translation>
    </message>
    <message>
        <source>NVLink is not needed for tensor parallel {cards}: over PCIe it works with a slower all-reduce. Forcing the custom one above two cards is a trade-off: pace (decode) about 15 % up, time to the first token (TTFT) about 9 % up too.</source>
        <translation>张量并行 {cards} 不需要 NVLink：走 PCIe 也能用，只是 all-reduce 慢一些。超过两张卡时强制用自定义 all-reduce 是一种取舍：生成速度约快 15 %，首字时间（TTFT）也约长 9 %。</translation>
    </message>
    <message>
        <source>Name a file.</source>
        <translation>请指定一个文件。</translation>
    </message>
    <message>
        <source>Name a model that answers, or ask `estimate` and `command` how to serve this one.</source>
        <translation>请换一个会作答的模型，或用 `estimate` 和 `command` 查看如何部署它。</translation>
    </message>
    <message>
        <source>Name a model's folder.</source>
        <translation>请指明模型所在的文件夹。</translation>
    </message>
    <message>
        <source>Name it with --model.</source>
        <translation>用 --model 指定。</translation>
    </message>
    <message>
        <source>Name one of the files.</source>
        <translation>请指明其中一个文件。</translation>
    </message>
    <message>
        <source>Name that model: an adapter takes little beside it.</source>
        <translation>请填写那个模型：适配器本身占用很少。</translation>
    </message>
    <message>
        <source>Name the base model; llama-server takes both: -m BASE --lora ADAPTER.</source>
        <translation>请填写基座模型；llama-server 同时接受两者：-m BASE --lora ADAPTER。</translation>
    </message>
    <message>
        <source>Name the first part of the model itself.</source>
        <translation>请指明模型本身的第一个分片。</translation>
    </message>
    <message>
        <source>Name the model by a path that begins with /, or by its repository.</source>
        <translation>用以 / 开头的路径或仓库名来指定模型。</translation>
    </message>
    <message>
        <source>Name the model by its repository or by a file.</source>
        <translation>用仓库名或文件来指定模型。</translation>
    </message>
    <message>
        <source>Name the model by its repository.</source>
        <translation>用仓库名来指定模型。</translation>
    </message>
    <message>
        <source>Name the model's own file.</source>
        <translation>请指明模型自己的文件。</translation>
    </message>
    <message>
        <source>Name the text model's file; llama-server takes both: -m MODEL --mmproj PROJECTOR.</source>
        <translation>请填写文本模型的文件；llama-server 同时接受两者：-m MODEL --mmproj PROJECTOR。</translation>
    </message>
    <message>
        <source>No command is written here for embedding models in {engine}.</source>
        <translation>这里没有为 {engine} 编写嵌入模型的命令。</translation>
    </message>
    <message>
        <source>No command is written here for rerankers in {engine}.</source>
        <translation>这里没有为 {engine} 编写重排序模型的命令。</translation>
    </message>
    <message>
        <source>No context was asked for: {engine} takes the model's own maximum of {tokens} tokens. How long a request may be is your choice, 8,192 to 32,768 do for most work: the cache takes {each} KB a token.</source>
        <translation>没有指定上下文：{engine} 用模型的上限 {tokens} token。请求允许多长由你定，8,192 到 32,768 够大多数工作：每 token 的缓存是 {each} KB。</translation>
    </message>
    <message>
        <source>No context was asked for: {engine} takes {tokens} tokens here. It is your choice: the cache takes {each} KB a token.</source>
        <translation>没有指定上下文：{engine} 在这里用 {tokens} token。由你定：每 token 的缓存是 {each} KB。</translation>
    </message>
    <message>
        <source>No engine is called {id}.</source>
        <translation>没有叫 {id} 的引擎。</translation>
    </message>
    <message>
        <source>No engine is called {name}.</source>
        <translation>没有叫 {name} 的引擎。</translation>
    </message>
    <message>
        <source>No engine was named: answered for {engine}.</source>
        <translation>没有指定引擎：按 {engine} 回答。</translation>
    </message>
    <message>
        <source>No error once the model is loaded.</source>
        <translation>模型加载完后不再报错。</translation>
    </message>
    <message>
        <source>No form is called {form}.</source>
        <translation>没有叫 {form} 的形式。</translation>
    </message>
    <message>
        <source>No format of this model runs in it on this machine.</source>
        <translation>在这台机器上，它跑不了这个模型的任何格式。</translation>
    </message>
    <message>
        <source>No graphics device was found: engines would run on the processor.</source>
        <translation>没有找到显卡：引擎会在处理器上运行。</translation>
    </message>
    <message>
        <source>No lengths are called {kind}.</source>
        <translation>没有叫 {kind} 的长度分布。</translation>
    </message>
    <message>
        <source>No more than {slots} run at a time, though the cache would hold {n} of {length} tokens: each needs recurrent states of its own, and that pool is what limits. {lever} gives it more, at the cost of cache.</source>
        <translation>虽然缓存能容纳 {n} 个 {length} token 的请求，但同时最多运行 {slots} 个：每个请求都需要自己的循环状态，限制在于这个状态池。{lever} 可以扩大它，代价是缓存变小。</translation>
    </message>
    <message>
        <source>No native Windows build: it runs there through WSL2 or Docker only.</source>
        <translation>没有 Windows 原生版：只能经 WSL2 或 Docker 运行。</translation>
    </message>
    <message>
        <source>No published score of this model is known here: it was chosen by its size and age.</source>
        <translation>这里没有该模型的公开评测成绩：它是按规模和发布时间选出的。</translation>
    </message>
    <message>
        <source>No quantization was asked for: {engine} would take {name}.</source>
        <translation>没有指定量化：{engine} 会用 {name}。</translation>
    </message>
    <message>
        <source>No quota holds for that key: with a database give each person a key of their own, and keep that one to yourself.</source>
        <translation>那个密钥不受额度限制：有数据库的话，给每个人一个自己的密钥，它自己留着别给人。</translation>
    </message>
    <message>
        <source>No repository is known for {model}.</source>
        <translation>不知道 {model} 的仓库。</translation>
    </message>
    <message>
        <source>No repository with {format} weights of {model} is known.</source>
        <translation>没有已知的仓库提供 {model} 的 {format} 权重。</translation>
    </message>
    <message>
        <source>No request would be served: a prompt of {prompt} tokens does not fit into a context of {context}.</source>
        <translation>一个请求也服务不了：{prompt} 个 token 的提示词放不进 {context} 的上下文。</translation>
    </message>
    <message>
        <source>No router is called {kind}.</source>
        <translation>没有叫 {kind} 的路由方式。</translation>
    </message>
    <message>
        <source>No scheduler is called {scheduler}.</source>
        <translation>没有叫 {scheduler} 的调度器。</translation>
    </message>
    <message>
        <source>No shell is called {shell}.</source>
        <translation>没有叫 {shell} 的终端。</translation>
    </message>
    <message>
        <source>No speed of {device} is known here, so steps have no time.</source>
        <translation>这里没有 {device} 的速度数据，所以算不出每一步的时间。</translation>
    </message>
    <message>
        <source>No tool-call parser of {engine} is known here for {model}: its calls would be refused or stay in the text of the answer. Take a model whose calls it reads, or llama.cpp, which follows the model's own template.</source>
        <translation>这里没有 {engine} 解析 {model} 工具调用的解析器资料：它的调用会被拒绝，或留在回答的正文里。请换一个它能解析的模型，或使用按模型自带模板解析的 llama.cpp。</translation>
    </message>
    <message>
        <source>No version of {engine} is named: its speed is as published for builds of all ages. `engine_version` {known} is the newest known.</source>
        <translation>没有指明 {engine} 的版本：速度按各个时期版本的公开测量给出。已知最新的 `engine_version` 是 {known}。</translation>
    </message>
    <message>
        <source>No view is called {view}.</source>
        <translation>没有叫 {view} 的视图。</translation>
    </message>
    <message>
        <source>No {format} file of {model} is known to be published: the commands fetch its own weights, {size}, and convert them. Look for one first.</source>
        <translation>这里不知道有谁发布过 {model} 的 {format} 文件：命令会下载它的原始权重（{size}）再转换。请先找找有没有现成的。</translation>
    </message>
    <message>
        <source>No {format} weights of {model} are known to be published: look for them before you buy or rent anything for it.</source>
        <translation>未见有人发布 {model} 的 {format} 权重：在为它购买或租用硬件之前请先查找。</translation>
    </message>
    <message>
        <source>No {quantization} checkpoint of {model} is listed here: find or make one, put it in {folder}, and read its card.</source>
        <translation>这里没有 {model} 的 {quantization} 检查点：请找一个或自己做，放到 {folder}，并看它的说明。</translation>
    </message>
    <message>
        <source>No {what} is called {name}.</source>
        <translation>没有名为 {name} 的{what}。</translation>
    </message>
    <message>
        <source>Nobody answers at {address}: {why}.</source>
        <translation>{address} 没有回应：{why}。</translation>
    </message>
    <message>
        <source>Nobody asks twice in this run: all {requests} requests come at the same moment, and the waits are of that.</source>
        <translation>本次运行中没有人问第二次：全部 {requests} 个请求同时到来，等待时间即由此而来。</translation>
    </message>
    <message>
        <source>Nobody comes within {time}.</source>
        <translation>{time} 内没有请求到来。</translation>
    </message>
    <message>
        <source>Not every card is free, only number {free}; memory is counted card by card.</source>
        <translation>并非每张卡都空闲，只有编号 {free} 空闲；显存按卡逐张计算。</translation>
    </message>
    <message>
        <source>Not every repository holds {tag}: its page huggingface.co/{repository} lists the mixes that there are.</source>
        <translation>不是每个仓库都有 {tag}：页面 huggingface.co/{repository} 列出了现有的量化版本。</translation>
    </message>
    <message>
        <source>Nothing is lost in memory; where answers turn into nonsense take FP32.</source>
        <translation>内存占用不变；如果回答变成乱码，请改用 FP32。</translation>
    </message>
    <message>
        <source>OLLAMA_CONTEXT_LENGTH, or num_ctx in the request</source>
        <translation>OLLAMA_CONTEXT_LENGTH，或请求里的 num_ctx</translation>
    </message>
    <message>
        <source>OLLAMA_KV_CACHE_TYPE needs flash attention, set here too; a model without it falls back to f16 with a line in the log only.</source>
        <translation>OLLAMA_KV_CACHE_TYPE 需要 flash attention，这里一并设了；不支持的模型会退回 f16，只在日志里写一行。</translation>
    </message>
    <message>
        <source>Of the file {size} are a table of which each token reads a few rows: it stays in the file (--lazy-mode auto) and is not counted. Keep the file on an SSD; main memory that is free makes it faster.</source>
        <translation>文件中有 {size} 是一张查找表，每个 token 只读其中几行：它留在文件里（--lazy-mode auto），不计入内存。请把文件放在 SSD 上；空闲的主机内存会使它更快。</translation>
    </message>
    <message>
        <source>Ollama 0.33 (envconfig, server/sched.go, llm/llama_server.go): llama-server with -c context × parallel, -np parallel, -b = -ub = num_batch, -ngl auto; memory by llama.cpp b11434's rules</source>
        <translation>Ollama 0.33（envconfig、server/sched.go、llm/llama_server.go）：它启动 llama-server，参数为 -c context × parallel、-np parallel、-b = -ub = num_batch、-ngl auto；内存按 llama.cpp b11434 的规则计算</translation>
    </message>
    <message>
        <source>Ollama counts only what the firmware carved out for this integrated GPU, not the memory that both share, so models stay on the processor. A larger carve-out in the BIOS (UMA frame buffer), OLLAMA_VULKAN=1, another version, or llama.cpp's Vulkan build sees more.</source>
        <translation>Ollama 只计算固件划给这个核显的部分，而不是两者共用的内存，所以模型留在处理器上。在 BIOS 里划更多（UMA 帧缓冲）、设 OLLAMA_VULKAN=1、换个版本，或用 llama.cpp 的 Vulkan 版，都能看到更多。</translation>
    </message>
    <message>
        <source>Ollama cuts num_ctx to the model's maximum of {most} tokens.</source>
        <translation>Ollama 把 num_ctx 限到模型的上限 {most} token。</translation>
    </message>
    <message>
        <source>Ollama found no GPU that it can use: it runs on the processor.</source>
        <translation>Ollama 没有找到可用的 GPU，正在用处理器运行。</translation>
    </message>
    <message>
        <source>Ollama ignores the KV type {kind} without an error and keeps f16.</source>
        <translation>Ollama 不报错地忽略 KV 类型 {kind}，仍用 f16。</translation>
    </message>
    <message>
        <source>Ollama needs compute capability {least}; {device} has {has}.</source>
        <translation>Ollama 需要计算能力 {least}；{device} 是 {has}。</translation>
    </message>
    <message>
        <source>Ollama serves {architecture} models one request at a time, whatever OLLAMA_NUM_PARALLEL says.</source>
        <translation>不管 OLLAMA_NUM_PARALLEL 怎么设，Ollama 对 {architecture} 模型一次只处理一个请求。</translation>
    </message>
    <message>
        <source>Ollama serves {architecture} models one request at a time.</source>
        <translation>Ollama 对 {architecture} 模型一次只处理一个请求。</translation>
    </message>
    <message>
        <source>On Windows that takes WSL2 or Docker.</source>
        <translation>在 Windows 上这需要 WSL2 或 Docker。</translation>
    </message>
    <message>
        <source>On a processor the weights are repacked into memory of their own; the mapped file beside them may be dropped by the system.</source>
        <translation>在处理器上，权重会重新排布到另一块内存；旁边映射的文件系统可以丢弃。</translation>
    </message>
    <message>
        <source>On machine {n}</source>
        <translation>在第 {n} 台机器上</translation>
    </message>
    <message>
        <source>On the first machine</source>
        <translation>在第一台机器上</translation>
    </message>
    <message>
        <source>On the fullest card: weights {weights}, KV cache {kv} for {users} x {context} tokens, buffers and the like {rest}; {headroom} stay free.</source>
        <translation>占用最多的那张卡：权重 {weights}，{users} × {context} token 的 KV 缓存 {kv}，缓冲区等 {rest}；还剩 {headroom}。</translation>
    </message>
    <message>
        <source>On this vendor's cards it runs through {backends}.</source>
        <translation>在这家的卡上，它经 {backends} 运行。</translation>
    </message>
    <message>
        <source>On this vendor's cards it runs through {backends}; which one is faster depends on the card and the format.</source>
        <translation>在这家的卡上，它经 {backends} 运行；哪个快要看卡和格式。</translation>
    </message>
    <message>
        <source>One card holds this model: {n} replicas, one a card (data parallel {n} or a balancer in front), serve more people than copies cut in {cut}, whose cards wait for each other after every layer.</source>
        <translation>一张卡就装得下这个模型：{n} 个副本、每卡一个（数据并行 {n}，或在前面放一个负载均衡），比切成 {cut} 份的副本能服务更多人，因为后者的卡在每一层之后都要互相等待。</translation>
    </message>
    <message>
        <source>One container runs on one machine.</source>
        <translation>一个容器只在一台机器上运行。</translation>
    </message>
    <message>
        <source>One stream gives about {rate} ({low}–{high}): each token reads the weights at this machine's {bandwidth} GB/s of bandwidth.</source>
        <translation>单路约 {rate}（{low}–{high}）：每个 token 都以这台机器 {bandwidth} GB/s 的带宽读一遍权重。</translation>
    </message>
    <message>
        <source>One unit runs on one machine.</source>
        <translation>一个 unit 只在一台机器上运行。</translation>
    </message>
    <message>
        <source>One user at a time: the simple engine gives the full single-stream speed, with one command to install.</source>
        <translation>一次一个人：简单的引擎就能给出全部单路速度，一条命令装好。</translation>
    </message>
    <message>
        <source>Only a failure at the start would ask for a higher share.</source>
        <translation>只有启动失败才需要调大份额。</translation>
    </message>
    <message>
        <source>Only a failure while serving would ask for a lower share.</source>
        <translation>只有服务中失败才需要调小份额。</translation>
    </message>
    <message>
        <source>Only the header was pasted: paste the device rows below it too.</source>
        <translation>只粘贴了表头：请把下面的设备行也粘上。</translation>
    </message>
    <message>
        <source>Only {free} of {total} GiB were free when it started: a share (gpu_memory_utilization) of {share} would start. Others hold {held} GiB; a desktop, WSL or a driver's context alone take about one.</source>
        <translation>启动时 {total} GiB 中只有 {free} GiB 空闲：占比（gpu_memory_utilization）设为 {share} 就能启动。其他程序占了 {held} GiB；桌面、WSL 或驱动上下文本身就要约 1 GiB。</translation>
    </message>
    <message>
        <source>Only {free} of {total} GiB were free when it started: no share (gpu_memory_utilization) is small enough to be of use. Free the {held} GiB first: another program, or what is left of an earlier start, holds them; end it.</source>
        <translation>启动时 {total} GiB 中只有 {free} GiB 空闲：再小的占比（gpu_memory_utilization）也没有用。请先释放另外的 {held} GiB：它们被其他程序或上次启动的残留进程占着，把它结束掉。</translation>
    </message>
    <message>
        <source>Only {full} of {layers} layers look back over the whole context, the others over a sliding window of {window} tokens: a long context takes less cache than in other models of its size.</source>
        <translation>{layers} 层中只有 {full} 层回看整个上下文，其余各层只回看 {window} 个 token 的滑动窗口：长上下文占用的缓存比同等规模的其他模型少。</translation>
    </message>
    <message>
        <source>Or in the app, without a terminal</source>
        <translation>或者在应用里操作，不用终端</translation>
    </message>
    <message>
        <source>Others reach port {port}, with the key only; put a gateway with TLS in front outside a trusted network.</source>
        <translation>别人可访问端口 {port}，但要带密钥；在可信网络之外请在前面加 TLS 网关。</translation>
    </message>
    <message>
        <source>Out of memory on a card of {total}: {asked} were asked for and {free} were free. {advice}</source>
        <translation>{total} 的显卡显存不足：申请了 {asked}，只剩 {free} 空闲。{advice}</translation>
    </message>
    <message>
        <source>Over several sockets (NUMA) part of the memory lies behind their link, and threads anywhere can halve the pace: bind the server to one (numactl --cpunodebind=0 --membind=0), try --numa distribute, or run one server a socket.</source>
        <translation>多路处理器（NUMA）时，一部分内存要经过处理器之间的链路，线程随意分布可能让速度减半：把服务绑定到一路（numactl --cpunodebind=0 --membind=0），试试 --numa distribute，或每路各跑一个服务。</translation>
    </message>
    <message>
        <source>Over unequal cards split by what is free on each (other programs count), not by size: --tensor-split. The first or main card also carries buffers of its own: --main-gpu chooses it.</source>
        <translation>卡不同就按各自的空闲显存切（别的程序也算），不按总量：--tensor-split。第一张或主卡还要放自己的缓冲：用 --main-gpu 选。</translation>
    </message>
    <message>
        <source>PROCESSOR says 100% GPU; a share of CPU means it did not fit.</source>
        <translation>PROCESSOR 显示 100% GPU；出现 CPU 占比就说明没装下。</translation>
    </message>
    <message>
        <source>Part {index} of {of} is missing: {name}.</source>
        <translation>缺第 {index} 个分片（共 {of} 个）：{name}。</translation>
    </message>
    <message>
        <source>Paste only what the tool printed.</source>
        <translation>只粘贴工具打印的内容。</translation>
    </message>
    <message>
        <source>Paste what nvidia-smi, rocm-smi or system_profiler prints.</source>
        <translation>请粘贴 nvidia-smi、rocm-smi 或 system_profiler 的输出。</translation>
    </message>
    <message>
        <source>Paste what nvidia-smi, rocm-smi, amd-smi, system_profiler, lspci or `ollama ps` prints, an engine's log, or the error it stopped with; or name the machine in a few words: 2x RTX 3090, 128 GB RAM.</source>
        <translation>请粘贴 nvidia-smi、rocm-smi、amd-smi、system_profiler、lspci 或 `ollama ps` 的输出、引擎的日志或它停止时的报错；也可以用几个词写出机器：2x RTX 3090，128 GB 内存。</translation>
    </message>
    <message>
        <source>Pipeline over {cards} cards: each holds a part of the layers.</source>
        <translation>{cards} 张卡流水线：每张放一部分层。</translation>
    </message>
    <message>
        <source>Pipeline parallel {pipeline_parallel} is more than the model's {num_hidden_layers} layers.</source>
        <translation>流水线并行 {pipeline_parallel} 超过了模型的 {num_hidden_layers} 层。</translation>
    </message>
    <message>
        <source>Prints 200.</source>
        <translation>打印 200。</translation>
    </message>
    <message>
        <source>Prints 401: without the key nobody gets in.</source>
        <translation>打印 401：没有密钥谁也进不来。</translation>
    </message>
    <message>
        <source>Prints nothing but a link.</source>
        <translation>只打印一个链接。</translation>
    </message>
    <message>
        <source>Prints nothing where they lie there already.</source>
        <translation>若分片已在该文件夹中，则不输出任何内容。</translation>
    </message>
    <message>
        <source>Prints nothing.</source>
        <translation>什么也不打印。</translation>
    </message>
    <message>
        <source>Prints nothing. {repository} is gated: its terms must be accepted on its page first.</source>
        <translation>没有输出。{repository} 需要授权：必须先在它的页面上接受条款。</translation>
    </message>
    <message>
        <source>Prints nothing; quit Ollama in the menu bar and start it again, or use the next step.</source>
        <translation>什么也不打印；在菜单栏退出 Ollama 再启动，或用下一步。</translation>
    </message>
    <message>
        <source>Prints nothing; quit Ollama in the tray and start it again, or use the next step.</source>
        <translation>什么也不打印；在托盘退出 Ollama 再启动，或用下一步。</translation>
    </message>
    <message>
        <source>Prints nothing; the systemd form keeps the settings instead.</source>
        <translation>什么也不打印；systemd 形式会保留这些设置。</translation>
    </message>
    <message>
        <source>Prints the container's id.</source>
        <translation>打印容器的 id。</translation>
    </message>
    <message>
        <source>Prints the person's key; once more for each other name. It needs a PostgreSQL database: before the start set DATABASE_URL to its address.</source>
        <translation>会显示这个人的密钥；换个名字再执行一次，就是下一个人的。它需要 PostgreSQL 数据库：启动前把 DATABASE_URL 设为它的地址。</translation>
    </message>
    <message>
        <source>Prints {name}.</source>
        <translation>打印 {name}。</translation>
    </message>
    <message>
        <source>Processor and GPU share one memory here: where less than {share} of it is free, {engine} does not start. Write {flag} {most} then (vllm-project/recipes#632).</source>
        <translation>这里处理器和 GPU 共用内存：空闲部分不足 {share} 时，{engine} 无法启动。这时请写 {flag} {most}（vllm-project/recipes#632）。</translation>
    </message>
    <message>
        <source>Prompt and answer together take {length} tokens, more than the context of {context}, the longest that the model has: the beginning of the prompt is cut off without an error. Shorten them, or take a model with a longer context.</source>
        <translation>提示词与回答合计 {length} 个 token，超过 {context} 的上下文，而这已是该模型的最大长度：提示词的开头会被截掉且不报错。请缩短它们，或换用上下文更长的模型。</translation>
    </message>
    <message>
        <source>Prompt and answer together take {length} tokens, more than the context of {context}: such a request is refused or its answer stops early.</source>
        <translation>提示词加回答共 {length} 个 token，超过 {context} 的上下文：这样的请求会被拒绝，或回答提前中断。</translation>
    </message>
    <message>
        <source>Prompt and answer together take {length} tokens, more than the context of {context}: the beginning of the prompt is cut off without an error. Raise the context ({lever}) above both.</source>
        <translation>提示词加回答共 {length} 个 token，超过 {context} 的上下文：提示词的开头会被悄悄截掉而不报错。请把上下文（{lever}）调到两者之和以上。</translation>
    </message>
    <message>
        <source>Publishers divide GGUF files over about {size}, and `ollama pull` refuses those: the parts are fetched and put together by hand. llama.cpp and LM Studio take them as they are.</source>
        <translation>发布者会把大于约 {size} 的 GGUF 文件拆成分片，而 `ollama pull` 会拒绝分片文件：需要手动下载并合并。llama.cpp 和 LM Studio 可直接使用分片。</translation>
    </message>
    <message>
        <source>Pull</source>
        <translation>拉取</translation>
    </message>
    <message>
        <source>Put all parts in one folder.</source>
        <translation>请把所有分片放进同一个文件夹。</translation>
    </message>
    <message>
        <source>Put it in place</source>
        <translation>放到相应位置</translation>
    </message>
    <message>
        <source>Put it in place and start it</source>
        <translation>放到相应位置并启动</translation>
    </message>
    <message>
        <source>Put the LiteLLM proxy in front of it and watch that.</source>
        <translation>在它前面放 LiteLLM 代理，监控代理。</translation>
    </message>
    <message>
        <source>Put the parts in one folder</source>
        <translation>把分片放进同一个文件夹</translation>
    </message>
    <message>
        <source>Put your own read token in place of hf_YOUR_TOKEN: {repository} is gated, its terms must be accepted on its page first.</source>
        <translation>把 hf_YOUR_TOKEN 换成你自己的只读令牌：{repository} 需要授权，必须先在它的页面上接受条款。</translation>
    </message>
    <message>
        <source>Quality first, so {format} instead of the usual {usual}: its mean KL divergence from the 16-bit weights is {loss} against {other}.</source>
        <translation>质量优先，所以用 {format} 而不是常用的 {usual}：它与 16 位权重的平均 KL 散度为 {loss}，后者为 {other}。</translation>
    </message>
    <message>
        <source>Quality first, so {format}: it stays nearer to the 16-bit weights than 4 bit.</source>
        <translation>质量优先，所以用 {format}：它比 4 位更接近 16 位权重。</translation>
    </message>
    <message>
        <source>Quality first: the weights stay in 16 bit.</source>
        <translation>质量优先：权重保持 16 位。</translation>
    </message>
    <message>
        <source>Quantize it</source>
        <translation>量化它</translation>
    </message>
    <message>
        <source>READY counts up once the model is loaded; kubectl describe pod says why one waits.</source>
        <translation>模型加载后 READY 会增加；kubectl describe pod 会说明为什么在等。</translation>
    </message>
    <message>
        <source>ROCm's newer runtimes have no code for {gfx}: take the Vulkan build, or an older ROCm build.</source>
        <translation>新版 ROCm 没有 {gfx} 的代码：用 Vulkan 版，或旧的 ROCm 版。</translation>
    </message>
    <message>
        <source>RWKV's state is not counted by this version</source>
        <translation>RWKV 的状态，这个版本还不会算</translation>
    </message>
    <message>
        <source>RWKV's time mixing is not counted by this version</source>
        <translation>RWKV 的时间混合，这个版本还不会算</translation>
    </message>
    <message>
        <source>Ranks in a container talk over /dev/shm, and Docker gives 64 MB of it: start it with --ipc=host or --shm-size=16g. Where that is done, NCCL_DEBUG=INFO names the cause, and NCCL_P2P_DISABLE=1 tells whether it is peer-to-peer.</source>
        <translation>容器里各进程通过 /dev/shm 通信，而 Docker 只给 64 MB：启动时加 --ipc=host 或 --shm-size=16g。若已加上，NCCL_DEBUG=INFO 会说明原因，NCCL_P2P_DISABLE=1 可判断是不是点对点传输的问题。</translation>
    </message>
    <message>
        <source>Reach it from here</source>
        <translation>从这里访问它</translation>
    </message>
    <message>
        <source>Reading a prompt of {prompt} tokens (prefill) takes about {ttft} before the first token.</source>
        <translation>读完 {prompt} token 的提示词（预填充）约需 {ttft} 才出第一个字。</translation>
    </message>
    <message>
        <source>Reading memory sets the pace here, not the cores: beyond the threads that saturate it (often 4 to 8, of a server one a physical core) answers get no faster, only prompts do. Faster memory or a smaller format helps.</source>
        <translation>这里决定速度的是读内存，而不是核心数：线程数达到读满带宽之后（通常 4 到 8 个，服务器上每个物理核一个），回答不会再变快，只有处理提示词会。更快的内存或更小的格式才有帮助。</translation>
    </message>
    <message>
        <source>Reckoned over PCIe. If an NVLink bridge joins these cards, the all-reduce of each layer takes less.</source>
        <translation>按 PCIe 计算。若这些卡之间装有 NVLink 桥，每层的 all-reduce 会更快。</translation>
    </message>
    <message>
        <source>Rename the file.</source>
        <translation>请改文件名。</translation>
    </message>
    <message>
        <source>Rename the folder, or use the Compose form.</source>
        <translation>请改文件夹名，或用 Compose 形式。</translation>
    </message>
    <message>
        <source>Rename the model.</source>
        <translation>请改模型名。</translation>
    </message>
    <message>
        <source>Requests too long: of a prompt of {prompt} tokens {engine} cuts off the beginning without an error, as the context is {context}. What it answers then is not simulated.</source>
        <translation>请求过长：上下文为 {context}，{engine} 会不报错地截掉 {prompt} 个 token 的提示词的开头。它随后会答什么，这里不模拟。</translation>
    </message>
    <message>
        <source>Restart the machine (power off if that fails, and look at the card's power and slot), and paste what nvidia-smi prints then.</source>
        <translation>请重启机器（不行就断电，并检查显卡的供电和插槽），再粘贴 nvidia-smi 的输出。</translation>
    </message>
    <message>
        <source>Restart the machine, and paste what nvidia-smi prints then.</source>
        <translation>请重启机器，再粘贴 nvidia-smi 的输出。</translation>
    </message>
    <message>
        <source>Run git lfs pull in its folder, or download the file itself.</source>
        <translation>请在它所在的文件夹运行 git lfs pull，或直接下载文件本身。</translation>
    </message>
    <message>
        <source>Run it</source>
        <translation>运行它</translation>
    </message>
    <message>
        <source>Run it inside WSL2 or Docker.</source>
        <translation>在 WSL2 或 Docker 里运行。</translation>
    </message>
    <message>
        <source>Run {name}</source>
        <translation>运行 {name}</translation>
    </message>
    <message>
        <source>Runs on the CPU alone with kernels made for it.</source>
        <translation>只用 CPU 也能跑，有专门的内核。</translation>
    </message>
    <message>
        <source>SGLang 0.5.23 release (server_args, model_runner) and what its servers printed</source>
        <translation>SGLang 0.5.23 的发布代码（server_args、model_runner）和它的服务打印的内容</translation>
    </message>
    <message>
        <source>SGLang keeps the copies of one server on one machine.</source>
        <translation>SGLang 一个服务的多个副本只能在同一台机器上。</translation>
    </message>
    <message>
        <source>SIZE about {size}, PROCESSOR 100% CPU, CONTEXT {context}.</source>
        <translation>SIZE 约 {size}，PROCESSOR 为 100% CPU，CONTEXT 为 {context}。</translation>
    </message>
    <message>
        <source>SIZE about {size}, PROCESSOR 100% GPU, CONTEXT {context}. A share of CPU means it did not fit.</source>
        <translation>SIZE 约 {size}，PROCESSOR 为 100% GPU，CONTEXT 为 {context}；若出现 CPU 占比，说明没装下。</translation>
    </message>
    <message>
        <source>SIZE about {size}, PROCESSOR about {cpu}%/{gpu}% CPU/GPU, CONTEXT {context}: the part on the CPU costs speed.</source>
        <translation>SIZE 约 {size}，PROCESSOR 约 {cpu}%/{gpu}% CPU/GPU，CONTEXT 为 {context}：在 CPU 上的部分会拖慢速度。</translation>
    </message>
    <message>
        <source>STATUS says healthy once the model is loaded.</source>
        <translation>模型加载后 STATUS 显示 healthy。</translation>
    </message>
    <message>
        <source>Save as ask.py</source>
        <translation>存为 ask.py</translation>
    </message>
    <message>
        <source>Save as compose.yaml</source>
        <translation>存为 compose.yaml</translation>
    </message>
    <message>
        <source>Save as litellm.env, readable by you only</source>
        <translation>存为 litellm.env，只让自己可读</translation>
    </message>
    <message>
        <source>Save as litellm.yaml</source>
        <translation>存为 litellm.yaml</translation>
    </message>
    <message>
        <source>Save as llm.env, then put it in place for root only</source>
        <translation>存为 llm.env，再放到只有 root 可读的位置</translation>
    </message>
    <message>
        <source>Save as llm.rules.yml</source>
        <translation>存为 llm.rules.yml</translation>
    </message>
    <message>
        <source>Save as llm.yaml</source>
        <translation>存为 llm.yaml</translation>
    </message>
    <message>
        <source>Save as nginx.conf</source>
        <translation>存为 nginx.conf</translation>
    </message>
    <message>
        <source>Save as prometheus.yml</source>
        <translation>存为 prometheus.yml</translation>
    </message>
    <message>
        <source>Save as {name}</source>
        <translation>存为 {name}</translation>
    </message>
    <message>
        <source>Save this as {name}</source>
        <translation>存为 {name}</translation>
    </message>
    <message>
        <source>Says "Listening on" with the port; leave this window open and go on in a second one. It stops at once where Ollama already runs: quit that one first.</source>
        <translation>显示 "Listening on" 和端口；保持这个窗口打开，在另一个窗口继续。若 Ollama 已在运行，它会立刻停下：先退出那一个。</translation>
    </message>
    <message>
        <source>Says SUCCESS for each file.</source>
        <translation>每个文件都显示 SUCCESS。</translation>
    </message>
    <message>
        <source>Says config OK.</source>
        <translation>显示 config OK。</translation>
    </message>
    <message>
        <source>Says secret/{name} created.</source>
        <translation>显示 secret/{name} created。</translation>
    </message>
    <message>
        <source>Says that the server runs on port {port}.</source>
        <translation>显示服务在端口 {port} 运行。</translation>
    </message>
    <message>
        <source>See `advisor catalog {what}s`.</source>
        <translation>见 `advisor catalog {what}s`。</translation>
    </message>
    <message>
        <source>Serve it with {engine} in {format}.</source>
        <translation>改用 {engine} 运行，{format}。</translation>
    </message>
    <message>
        <source>Servers {next} to {all} alike: name, port and cards go on counting.</source>
        <translation>第 {next} 到第 {all} 个服务照此办理：名称、端口和显卡编号继续往下数。</translation>
    </message>
    <message>
        <source>Set "Number of layers for which to force MoE weights onto CPU" to {layers}.</source>
        <translation>把“Number of layers for which to force MoE weights onto CPU”设为 {layers}。</translation>
    </message>
    <message>
        <source>Set GPU Offload to a number by hand, {n} of {layers} layers here (about {layer} each), and look in the load log for "offloaded {n}/{layers} layers": the automatic choice may be far lower.</source>
        <translation>手动把 GPU Offload 设成数字，这里是 {layers} 层里的 {n} 层（每层约 {layer}），并在加载日志里找 "offloaded {n}/{layers} layers"：自动选择可能低得多。</translation>
    </message>
    <message>
        <source>Set LLM_API_KEY to the key where the server asks for one. The answer word by word, then the time to the first token and the pace.</source>
        <translation>服务要密钥时把 LLM_API_KEY 设为它。逐字显示回答，然后是首字时间和速度。</translation>
    </message>
    <message>
        <source>Set `flash_attention` to true or null.</source>
        <translation>请把 `flash_attention` 设为 true 或 null。</translation>
    </message>
    <message>
        <source>Set `model` to a name, a config.json or a .gguf file.</source>
        <translation>请把 `model` 设为模型名、config.json 或 .gguf 文件。</translation>
    </message>
    <message>
        <source>Set `model` to the folder or the .gguf file, or take another source.</source>
        <translation>请把 `model` 设为文件夹或 .gguf 文件，或换一个来源。</translation>
    </message>
    <message>
        <source>Set hardware.memory_gib.</source>
        <translation>请填写 hardware.memory_gib。</translation>
    </message>
    <message>
        <source>Set it to 1.</source>
        <translation>请设为 1。</translation>
    </message>
    <message>
        <source>Set pipeline parallel to 1, or leave `speculative` out.</source>
        <translation>把流水线并行设为 1，或去掉 `speculative`。</translation>
    </message>
    <message>
        <source>Set settings.context.</source>
        <translation>请填写 settings.context。</translation>
    </message>
    <message>
        <source>Set tensor parallel to 1, or switch expert parallel off.</source>
        <translation>把张量并行设为 1，或关闭专家并行。</translation>
    </message>
    <message>
        <source>Set your Hugging Face token, your own in place of hf_YOUR_TOKEN</source>
        <translation>设置你的 Hugging Face 令牌，把 hf_YOUR_TOKEN 换成你自己的</translation>
    </message>
    <message>
        <source>Shorten the context to {tokens} tokens per request.</source>
        <translation>每个请求的上下文降到 {tokens} token。</translation>
    </message>
    <message>
        <source>Shorten the context, or take a smaller quantization or model or more devices.</source>
        <translation>缩短上下文，或换更小的量化、模型，或加卡。</translation>
    </message>
    <message>
        <source>Shorten the prompt or raise the context above prompt and answer together.</source>
        <translation>请缩短提示词，或把上下文调到大于提示词加回答。</translation>
    </message>
    <message>
        <source>Shorten: halve the longest prompt, and the cache holds twice as many.</source>
        <translation>缩短：最长的提示词减半，缓存就装得下两倍的请求。</translation>
    </message>
    <message>
        <source>Shorten: {context} tokens a request let all {people} be held at once.</source>
        <translation>缩短：每请求 {context} token，{people} 个就能同时装下。</translation>
    </message>
    <message>
        <source>Since build b10884 --load-mode stands for --mmap, --no-mmap and --mlock, which are gone: --load-mode mmap, none or mlock. Check the build number (llama-server --version) or pin the image to a build.</source>
        <translation>从 b10884 起 --load-mode 取代了 --mmap、--no-mmap 和 --mlock：--load-mode mmap、none 或 mlock。先查构建号（llama-server --version），或把镜像固定在某个构建。</translation>
    </message>
    <message>
        <source>Since build b6325 -fa takes a value: -fa on, off or auto (auto is the default).</source>
        <translation>从 b6325 起 -fa 要带值：-fa on、off 或 auto（默认 auto）。</translation>
    </message>
    <message>
        <source>Single allocations above 4 GB fail here though the total would fit: set UR_L0_ENABLE_RELAXED_ALLOCATION_LIMITS=1, or take the Vulkan build.</source>
        <translation>这里单次分配超过 4 GB 会失败，尽管总量放得下：设 UR_L0_ENABLE_RELAXED_ALLOCATION_LIMITS=1，或用 Vulkan 版。</translation>
    </message>
    <message>
        <source>Smaller weights: {name}</source>
        <translation>更小的权重：{name}</translation>
    </message>
    <message>
        <source>Smaller: a smaller quantization or model leaves more room for the cache.</source>
        <translation>换小：更小的量化或模型给缓存留出更多地方。</translation>
    </message>
    <message>
        <source>Some publishers quantize the experts of {model} anew from 16 bit instead of leaving them in the 4 bit that they come in: a file of this name then takes about {size}.</source>
        <translation>有些发布者不保留 {model} 专家层原有的 4 bit，而是从 16 bit 重新量化：同名文件这时约为 {size}。</translation>
    </message>
    <message>
        <source>Speculative decoding by the model's own layers (MTP), {k} tokens proposed</source>
        <translation>用模型自带层（MTP）做投机解码，每轮提议 {k} 个 token</translation>
    </message>
    <message>
        <source>Speculative decoding with the draft layers that it brings (MTP) gives each about {then} instead of {now}: set `speculative`. It gains most with few people at once and text that is easy to guess, such as code.</source>
        <translation>用模型自带的草稿层（MTP）做推测解码，每人约 {then}，不用时约 {now}：设置 `speculative` 即可。同时使用的人少、文本容易猜（如代码）时收益最大。</translation>
    </message>
    <message>
        <source>Speculative decoding: {k} tokens proposed, {share} of them taken (an assumption)</source>
        <translation>投机解码：每次提议 {k} 个 token，采用 {share}（假设）</translation>
    </message>
    <message>
        <source>Speed is for prompts of {prompt} and answers of {output} tokens, taken because nothing was said.</source>
        <translation>没有说明长度，速度按提示词 {prompt}、回答 {output} token 计算。</translation>
    </message>
    <message>
        <source>Speed is unknown: the memory bandwidth of what would compute is not known.</source>
        <translation>速度未知：不知道参与计算的内存带宽。</translation>
    </message>
    <message>
        <source>Splits the layers over unequal cards by what each has free.</source>
        <translation>按每张卡的空闲显存把各层分到不同的卡上。</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Start LM Studio once, then `lms --help` lists its commands (npx lmstudio install-cli adds it to PATH). The app with windows: lmstudio.ai/download.</source>
        <translation>先启动一次 LM Studio，之后 `lms --help` 会列出命令（npx lmstudio install-cli 把它加进 PATH）。带窗口的应用：lmstudio.ai/download。</translation>
    </message>
    <message>
        <source>Start the server</source>
        <translation>启动服务</translation>
    </message>
    <message>
        <source>Start the server with these settings</source>
        <translation>用这些设置启动服务</translation>
    </message>
    <message>
        <source>Start the server, or mend the address.</source>
        <translation>启动服务，或改正地址。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the service that the installer started</source>
        <translation>停掉安装程序启动的服务</translation>
    </message>
    <message>
        <source>Structured output: JSON by schema (grammar back end) at full batch size.</source>
        <translation>结构化输出：按 schema 生成 JSON（语法后端），批量满载时也可用。</translation>
    </message>
    <message>
        <source>Sweeps on a cluster need the optional extra dask.</source>
        <translation>在集群上扫描需要可选组件 dask。</translation>
    </message>
    <message>
        <source>Switch on "Force Model Expert Weights onto CPU".</source>
        <translation>打开“Force Model Expert Weights onto CPU”。</translation>
    </message>
    <message>
        <source>Take FP32 (twice the memory), a device with BF16 (from compute capability 8.0), or llama.cpp.</source>
        <translation>改用 FP32（内存翻倍）、支持 BF16 的设备（计算能力 8.0 起），或 llama.cpp。</translation>
    </message>
    <message>
        <source>Take INT8, AWQ, GPTQ or 16 bit there.</source>
        <translation>在这类卡上请用 INT8、AWQ、GPTQ 或 16 位。</translation>
    </message>
    <message>
        <source>Take MLX-LM, whose figures come close, or a GGUF mix such as q4_k_m.</source>
        <translation>改用数值相近的 MLX-LM，或 q4_k_m 之类的 GGUF 混合格式。</translation>
    </message>
    <message>
        <source>Take a mix such as Q4_K_M.</source>
        <translation>换成 Q4_K_M 这样的混合量化。</translation>
    </message>
    <message>
        <source>Take a mix such as q4_k_m, or an engine such as vLLM.</source>
        <translation>换成 q4_k_m 这类混合量化，或换用 vLLM 这类引擎。</translation>
    </message>
    <message>
        <source>Take a smaller model: {name} in {format}.</source>
        <translation>换小一些的模型：{name}，{format}。</translation>
    </message>
    <message>
        <source>Take a smaller model: {name}.</source>
        <translation>换更小的模型：{name}。</translation>
    </message>
    <message>
        <source>Take a smaller quantization: {name}.</source>
        <translation>换更小的量化：{name}。</translation>
    </message>
    <message>
        <source>Take an engine that does: llama.cpp, Ollama and LM Studio run nearly everywhere.</source>
        <translation>换一个支持的引擎：llama.cpp、Ollama、LM Studio 几乎到处能跑。</translation>
    </message>
    <message>
        <source>Take another file of the model, or the program that made this one.</source>
        <translation>请换该模型的另一个文件，或用生成这个文件的程序。</translation>
    </message>
    <message>
        <source>Take another source, or Ollama as the engine.</source>
        <translation>请换一个来源，或改用 Ollama 引擎。</translation>
    </message>
    <message>
        <source>Take fp8 (that is E4M3), or leave the cache in 16 bit.</source>
        <translation>请用 fp8（即 E4M3），或让缓存保持 16 位。</translation>
    </message>
    <message>
        <source>Take llama.cpp or LM Studio.</source>
        <translation>请改用 llama.cpp 或 LM Studio。</translation>
    </message>
    <message>
        <source>Take llama.cpp or Ollama.</source>
        <translation>换 llama.cpp 或 Ollama。</translation>
    </message>
    <message>
        <source>Take llama.cpp's Vulkan build.</source>
        <translation>换 llama.cpp 的 Vulkan 版。</translation>
    </message>
    <message>
        <source>Take llama.cpp, Ollama or vLLM.</source>
        <translation>换 llama.cpp、Ollama 或 vLLM。</translation>
    </message>
    <message>
        <source>Take llama.cpp, vLLM, SGLang or TensorRT-LLM, or leave `speculative` out.</source>
        <translation>请改用 llama.cpp、vLLM、SGLang 或 TensorRT-LLM，或去掉 `speculative`。</translation>
    </message>
    <message>
        <source>Take llama.cpp.</source>
        <translation>换 llama.cpp。</translation>
    </message>
    <message>
        <source>Take mlx-4bit, mlx-8bit or bf16.</source>
        <translation>换成 mlx-4bit、mlx-8bit 或 bf16。</translation>
    </message>
    <message>
        <source>Take mlx-4bit.</source>
        <translation>换 mlx-4bit。</translation>
    </message>
    <message>
        <source>Take that release or a later one, or vLLM or SGLang.</source>
        <translation>请用该版本或更新的版本，或改用 vLLM 或 SGLang。</translation>
    </message>
    <message>
        <source>Take that version or a newer one, or leave `speculative` out.</source>
        <translation>请用该版本或更新的版本，或去掉 `speculative`。</translation>
    </message>
    <message>
        <source>Take the config.json as it lies in the model's repository, or give the model's name.</source>
        <translation>请使用模型仓库中原样的 config.json，或直接给出模型名称。</translation>
    </message>
    <message>
        <source>Take the little-endian file, or turn this one round with gguf_convert_endian.py of llama.cpp's gguf-py.</source>
        <translation>请用小端文件，或用 llama.cpp 的 gguf-py 里的 gguf_convert_endian.py 转换这个文件。</translation>
    </message>
    <message>
        <source>Take the shell form or Kubernetes for several.</source>
        <translation>多台机器请用终端形式或 Kubernetes。</translation>
    </message>
    <message>
        <source>Take the shell form or, with several machines, Kubernetes.</source>
        <translation>请用终端形式；多台机器用 Kubernetes。</translation>
    </message>
    <message>
        <source>Take the shell form.</source>
        <translation>请用终端形式。</translation>
    </message>
    <message>
        <source>Take vLLM or SGLang, or one server a machine behind a proxy.</source>
        <translation>换 vLLM 或 SGLang，或每台机器一个服务，放在代理后面。</translation>
    </message>
    <message>
        <source>Take vLLM or SGLang.</source>
        <translation>请改用 vLLM 或 SGLang。</translation>
    </message>
    <message>
        <source>Take vLLM or llama.cpp there.</source>
        <translation>在那里请改用 vLLM 或 llama.cpp。</translation>
    </message>
    <message>
        <source>Take vLLM or llama.cpp.</source>
        <translation>改用 vLLM 或 llama.cpp。</translation>
    </message>
    <message>
        <source>Take vLLM, or one server a machine behind a proxy.</source>
        <translation>请改用 vLLM，或每台机器运行一个服务并置于代理之后。</translation>
    </message>
    <message>
        <source>Take {good}, or expert parallel.</source>
        <translation>换成 {good}，或用专家并行。</translation>
    </message>
    <message>
        <source>Take {good}.</source>
        <translation>请取 {good}。</translation>
    </message>
    <message>
        <source>Tensor parallel cuts a layer to {part}, not a multiple of the FP8 block of {block}: take half as many tensor-parallel ranks. Of experts expert parallel does too (--enable-expert-parallel, in SGLang --ep-size), but not of shared experts.</source>
        <translation>张量并行把一层切成 {part}，不是 FP8 块大小 {block} 的倍数：把张量并行的卡数减半。对专家层，专家并行也可以（--enable-expert-parallel，SGLang 用 --ep-size），但对共享专家不行。</translation>
    </message>
    <message>
        <source>Tensor parallel goes over the network between the machines: both all-reduce steps of each layer wait for it.</source>
        <translation>张量并行要走机器之间的网络：每一层的两次 all-reduce 都要等它。</translation>
    </message>
    <message>
        <source>Tensor parallel must divide the number of attention heads. Pipeline parallel need not: it uses every card.</source>
        <translation>张量并行必须整除注意力头数。流水线并行不用：每张卡都用得上。</translation>
    </message>
    <message>
        <source>Tensor parallel over {cards} cards (TP {cards}): each reads its share of the weights, which shortens the time per token.</source>
        <translation>{cards} 张卡张量并行（TP {cards}）：每张只读自己那份权重，每 token 的时间更短。</translation>
    </message>
    <message>
        <source>Tensor parallel over {count} cards</source>
        <translation>{count} 张卡张量并行</translation>
    </message>
    <message>
        <source>Tensor parallel {cards} reaches over several machines: its all-reduce goes over the network, reckoned like a PCIe bus, so the speed is a wide guess. Keep it inside a machine.</source>
        <translation>张量并行 {cards} 跨了多台机器：all-reduce 要走网络，这里按 PCIe 总线估算，所以速度只是粗略估计。请让它留在一台机器内。</translation>
    </message>
    <message>
        <source>Tensor parallel {degree} cuts the dense layers ({size}) to {part}, not a multiple of the FP8 block of {block}.</source>
        <translation>张量并行 {degree} 把稠密层（{size}）切成 {part}，不是 FP8 块大小 {block} 的倍数。</translation>
    </message>
    <message>
        <source>Tensor parallel {degree} cuts the experts ({size}) to {part}, not a multiple of the FP8 block of {block}.</source>
        <translation>张量并行 {degree} 把专家（{size}）切成 {part}，不是 FP8 块 {block} 的整数倍。</translation>
    </message>
    <message>
        <source>Tensor parallel {tensor_parallel} does not divide the model's vocabulary: {rows} rows, as {engine} fills it up.</source>
        <translation>张量并行 {tensor_parallel} 不能整除模型的词表：{engine} 补齐后为 {rows} 行。</translation>
    </message>
    <message>
        <source>Tensor parallel {tensor_parallel} does not divide the model's {heads} {what} heads.</source>
        <translation>模型有 {heads} 个 {what} 头，不能被张量并行 {tensor_parallel} 整除。</translation>
    </message>
    <message>
        <source>Tensor parallel {tensor_parallel} does not divide the model's {num_attention_heads} attention heads.</source>
        <translation>模型有 {num_attention_heads} 个注意力头，不能被张量并行 {tensor_parallel} 整除。</translation>
    </message>
    <message>
        <source>Tensor parallelism wants equal cards; with mixed hardware the weaker card sets the pace and the share.</source>
        <translation>张量并行要求卡相同；混用时弱的那张决定速度和份额。</translation>
    </message>
    <message>
        <source>Tensor {tp} × pipeline {pp} × data parallel {dp} needs {world} devices; the machine has {slots}.</source>
        <translation>张量 {tp} × 流水线 {pp} × 数据并行 {dp} 需要 {world} 个设备；这台机器有 {slots} 个。</translation>
    </message>
    <message>
        <source>TensorRT-LLM documents, release notes up to 1.2 and command line after it (main, 029e223d)</source>
        <translation>TensorRT-LLM 文档、1.2 及以前的发行说明，以及其后的命令行（main，029e223d）</translation>
    </message>
    <message>
        <source>TensorRT-LLM ran out of memory: besides weights and cache its buffers grow with --max_batch_size and --max_num_tokens. Lower those first, then --kv_cache_free_gpu_memory_fraction (a share of what is free after the weights).</source>
        <translation>TensorRT-LLM 内存不足：除了权重和缓存，它的缓冲随 --max_batch_size 和 --max_num_tokens 增长。先降低这两个，再降低 --kv_cache_free_gpu_memory_fraction（加载权重后空闲内存的占比）。</translation>
    </message>
    <message>
        <source>That engine does not run as a Linux service.</source>
        <translation>那个引擎不能作为 Linux 服务运行。</translation>
    </message>
    <message>
        <source>That is LM Studio's guardrail, not the hardware: it holds its own estimate against the memory that is free now. On shared memory it may see the system's part only, and a model that is loaded already counts too. Unload that; where the model fits by the figures here, relax Model loading guardrails in the settings.</source>
        <translation>这是 LM Studio 的加载保护，不是硬件限制：它拿自己的估算与当前空闲的内存比较。在共用内存的机器上它可能只看到系统那部分，已加载的模型也算在内。请先卸载那个模型；如果按这里的数字放得下，就在设置里放宽“模型加载保护”（Model loading guardrails）。</translation>
    </message>
    <message>
        <source>That is no server's address.</source>
        <translation>这不是服务器地址。</translation>
    </message>
    <message>
        <source>That takes {needs}: see whether the release that you install has it.</source>
        <translation>这需要 {needs}：请看所装的版本是否已有。</translation>
    </message>
    <message>
        <source>The Dask scheduler {address} cannot be reached: {error}.</source>
        <translation>连不上 Dask 调度器 {address}：{error}。</translation>
    </message>
    <message>
        <source>The GGUF file claims {count} layers: it is damaged.</source>
        <translation>GGUF 文件自称有 {count} 层：文件已损坏。</translation>
    </message>
    <message>
        <source>The GGUF file does not say its {architecture}.{key}.</source>
        <translation>GGUF 文件没有写明 {architecture}.{key}。</translation>
    </message>
    <message>
        <source>The GGUF file's {architecture}.{key} has {value} entries for {count} layers.</source>
        <translation>GGUF 文件有 {count} 层，{architecture}.{key} 却有 {value} 项。</translation>
    </message>
    <message>
        <source>The GGUF file's {architecture}.{key} is {value}: it is damaged.</source>
        <translation>GGUF 文件的 {architecture}.{key} 是 {value}：文件已损坏。</translation>
    </message>
    <message>
        <source>The GPU's {gpu} and the host's {host} are more than the {all} that they share.</source>
        <translation>GPU 占的 {gpu} 加上主机占的 {host}，超过两者共用的 {all}。</translation>
    </message>
    <message>
        <source>The JSON is cut or damaged: paste all of it.</source>
        <translation>JSON 被截断或损坏：请完整粘贴。</translation>
    </message>
    <message>
        <source>The KV cache found no room.</source>
        <translation>KV 缓存放不下。</translation>
    </message>
    <message>
        <source>The KV cache holds only {holds} of {users} requests of {context} tokens at once; the others wait in the queue. Cap the concurrency, shorten the context, or take a model with less KV.</source>
        <translation>{users} 个 {context} token 的请求，KV 缓存同时只装得下 {holds} 个；其余排队。请限制并发、缩短上下文，或换 KV 更小的模型。</translation>
    </message>
    <message>
        <source>The KV cache in {type} was asked for and ignored: it stays in 16 bit.</source>
        <translation>要求 KV 缓存用 {type}，但被忽略：仍是 16 位。</translation>
    </message>
    <message>
        <source>The KV cache is full: requests that run are pushed out, and their tokens are computed again later. Once in a while is harmless; a count that keeps growing costs everybody time. More cache: a higher gpu_memory_utilization (--mem-fraction-static), more cards, an 8-bit KV cache. Less load: fewer at once (--max-num-seqs, --max-running-requests) or shorter requests.</source>
        <translation>KV 缓存已满：正在运行的请求被挤出去，它们的 token 之后要重新计算。偶尔一次无妨；次数不断增加就会拖慢所有人。增加缓存：提高 gpu_memory_utilization（--mem-fraction-static）、增加显卡、使用 8 位 KV 缓存。减轻负载：减少同时的请求（--max-num-seqs、--max-running-requests）或缩短请求。</translation>
    </message>
    <message>
        <source>The KV cache is kept in 8 bit ({dtype}) so that more of the {users} x {context} tokens find room beside the weights.</source>
        <translation>KV 缓存用 8 位（{dtype}）保存，这样 {users} × {context} 个 token 中有更多能与权重一起放下。</translation>
    </message>
    <message>
        <source>The KV cache is kept in 8 bit ({dtype}) so that {users} x {context} tokens fit beside the weights.</source>
        <translation>KV 缓存用 8 位（{dtype}）保存，这样权重之外还放得下 {users} × {context} 个 token。</translation>
    </message>
    <message>
        <source>The KV cache is kept in 8 bit ({dtype}, with flash attention) so that {users} x {context} tokens fit beside the weights.</source>
        <translation>KV 缓存用 8 位（{dtype}，配 flash attention），让 {users} × {context} token 和权重一起放得下。</translation>
    </message>
    <message>
        <source>The KV cache of {tokens} tokens found no room.</source>
        <translation>{tokens} 个 token 的 KV 缓存放不下。</translation>
    </message>
    <message>
        <source>The NVIDIA driver is not loaded on that machine, so nvidia-smi sees no card.</source>
        <translation>那台机器没有加载 NVIDIA 驱动，所以 nvidia-smi 看不到显卡。</translation>
    </message>
    <message>
        <source>The NVIDIA driver that is loaded and its library are of different versions, as after an update.</source>
        <translation>已加载的 NVIDIA 驱动和它的库版本不一致，升级之后常会这样。</translation>
    </message>
    <message>
        <source>The answer of {address} is not a stream of completions.</source>
        <translation>{address} 返回的不是流式补全。</translation>
    </message>
    <message>
        <source>The app's memory estimate for the GPU falls to about {size}.</source>
        <translation>应用中的 GPU 内存估计会降到约 {size}。</translation>
    </message>
    <message>
        <source>The architecture {architecture} is not known to this version; it was read as a plain decoder of the usual kind.</source>
        <translation>这个版本不认识架构 {architecture}，按普通的解码器结构来读。</translation>
    </message>
    <message>
        <source>The architecture {architecture} is not supported: {refused}.</source>
        <translation>不支持 {architecture} 架构：{refused}。</translation>
    </message>
    <message>
        <source>The automatic fit gave up, because {what} was set by hand: what is set is not changed. Leave it out and let --fit choose, or lower it yourself until the rest fits.</source>
        <translation>自动适配放弃了，因为 {what} 是手动设置的：手动设置的不会被改动。请去掉它、让 --fit 决定，或者自己调低，直到其余部分放得下。</translation>
    </message>
    <message>
        <source>The back end decides how much memory is seen: ROCm may show only the BIOS's carve-out, Vulkan the shared memory too. Take the Vulkan build where ROCm says too little.</source>
        <translation>看到多少显存由后端决定：ROCm 可能只看到 BIOS 划出的部分，Vulkan 还能看到共享内存。ROCm 报得太少时用 Vulkan 版。</translation>
    </message>
    <message>
        <source>The bandwidth is ambiguous: {widths} GB/s by the number of GPU cores.</source>
        <translation>带宽不确定：按 GPU 核数有 {widths} GB/s。</translation>
    </message>
    <message>
        <source>The bound of {name} is not a positive number of seconds.</source>
        <translation>{name} 的上限应是正的秒数。</translation>
    </message>
    <message>
        <source>The cache holds {held} tokens: {times} requests of the full {context}, but about {n} of {length} tokens. Users at once = cache ÷ (prompt + answer).</source>
        <translation>缓存装 {held} token：满 {context} 的请求 {times} 个，但 {length} token 的约 {n} 个。同时人数 = 缓存 ÷（提示词 + 回答）。</translation>
    </message>
    <message>
        <source>The cache holds {tokens} tokens, fewer than one request of {longest}: the engine does not start.</source>
        <translation>缓存只装 {tokens} token，不够一个 {longest} 的请求：引擎启动不了。</translation>
    </message>
    <message>
        <source>The cache takes {kib} KiB a token here, so 1 GiB more or less beside it moves the longest context by {tokens} tokens; the smaller the cache a token (hybrid models), the more.</source>
        <translation>这里每 token 的缓存是 {kib} KiB，旁边多或少 1 GiB，最长上下文就差 {tokens} token；每 token 缓存越小（混合模型）差得越多。</translation>
    </message>
    <message>
        <source>The card had no room for one more buffer of {size}: fewer layers on it (-ngl), a shorter -c, a KV cache in q8_0, or a smaller quantization. Other programs and the vision projector count too.</source>
        <translation>显卡放不下又一块 {size} 的缓冲区：减少卡上的层数（-ngl）、缩短 -c、KV 缓存用 q8_0，或用更小的量化。其他程序和视觉投影器也要算上。</translation>
    </message>
    <message>
        <source>The card ran out of memory while it computed: weights, KV cache and compute buffer together want more than is free now. A shorter context (num_ctx, -c), fewer requests at a time, fewer layers on the card (num_gpu, -ngl), or a smaller quantization; look for other programs on the card.</source>
        <translation>显卡在计算时内存不足：权重、KV 缓存和计算缓冲加起来超过了现在的空闲。缩短上下文（num_ctx、-c）、减少同时的请求、减少放在显卡上的层（num_gpu、-ngl）或换更小的量化；也看看显卡上有没有其他程序。</translation>
    </message>
    <message>
        <source>The card was full when {size} more were wanted. {advice}</source>
        <translation>还要 {size} 时显卡已满。{advice}</translation>
    </message>
    <message>
        <source>The card's 16-bit rate is not given: what is usual for its bandwidth is taken, which says little of the time to the first token.</source>
        <translation>没有给出这张卡的 16 位算力，按同等带宽的一般水平估计，首字时间只能作参考。</translation>
    </message>
    <message>
        <source>The card's name says no maker: it is taken as NVIDIA's (CUDA). AMD or Intel in its name changes that.</source>
        <translation>卡名里看不出厂商，按 NVIDIA（CUDA）算；名称里写上 AMD 或 Intel 就会改过来。</translation>
    </message>
    <message>
        <source>The cards are linked by {link}, so the two all-reduce steps of each layer cost little.</source>
        <translation>这些卡由 {link} 相连，每层的两次 all-reduce 开销很小。</translation>
    </message>
    <message>
        <source>The check did not end within {seconds} s and was stopped.</source>
        <translation>检查在 {seconds} 秒内没有结束，已停止。</translation>
    </message>
    <message>
        <source>The checkpoint says itself how it is quantized ({own}): leave --quantization out, the engine then takes the right kernel.</source>
        <translation>权重文件自己写明了量化方式（{own}）：去掉 --quantization，引擎会选对内核。</translation>
    </message>
    <message>
        <source>The compute buffer, {compute}, grows with the micro-batch (ubatch {ubatch}): a smaller one shrinks it, at some prompt speed.</source>
        <translation>计算缓冲 {compute} 随微批（ubatch {ubatch}）增长：调小就变小，读提示词会慢一些。</translation>
    </message>
    <message>
        <source>The compute graph alone wants more than is free: that is why no layer is on the GPU (fewer parallel requests or a shorter context shrink it).</source>
        <translation>光计算图就超过空闲显存：所以没有一层在 GPU 上（减少并发或缩短上下文可以变小）。</translation>
    </message>
    <message>
        <source>The config has no `{key}`.</source>
        <translation>配置里没有 `{key}`。</translation>
    </message>
    <message>
        <source>The config has {count} layers; more than {max_layers} cannot be right.</source>
        <translation>配置写着 {count} 层；超过 {max_layers} 层不可能是对的。</translation>
    </message>
    <message>
        <source>The config names no model_type; it was read as a plain decoder of the usual kind.</source>
        <translation>配置里没有 model_type，按普通的解码器结构来读。</translation>
    </message>
    <message>
        <source>The config's `block_configs` has an entry without its attention or ffn part.</source>
        <translation>配置的 `block_configs` 里有一项缺 attention 或 ffn。</translation>
    </message>
    <message>
        <source>The config's `{key}` is {value}, not a sensible whole number.</source>
        <translation>配置的 `{key}` 是 {value}，不是合理的整数。</translation>
    </message>
    <message>
        <source>The config's `{name}` has {value} entries for {layers} layers.</source>
        <translation>模型有 {layers} 层，配置的 `{name}` 却有 {value} 项。</translation>
    </message>
    <message>
        <source>The config's `{name}` must hold whole numbers.</source>
        <translation>配置的 `{name}` 只能放整数。</translation>
    </message>
    <message>
        <source>The config's layer pattern has {marks} entries for {count} layers.</source>
        <translation>模型有 {count} 层，配置的层排列却有 {marks} 项。</translation>
    </message>
    <message>
        <source>The config's {where} is not right: {lower}.</source>
        <translation>配置的 {where} 不对：{lower}。</translation>
    </message>
    <message>
        <source>The context of {asked} tokens is beyond the {limit} of the model's configuration: YaRN stretches it by {factor}, which its makers allow up to {longest} tokens. Short texts may then be answered a little worse.</source>
        <translation>{asked} 个 token 的上下文超出模型配置的 {limit}：用 YaRN 扩展 {factor} 倍，开发者允许扩展到 {longest} 个 token。短文本的回答可能会略差。</translation>
    </message>
    <message>
        <source>The device's memory bandwidth is not known, so steps have no time.</source>
        <translation>不知道设备的显存带宽，因此算不出每步用时。</translation>
    </message>
    <message>
        <source>The device's memory is not known.</source>
        <translation>不知道设备的显存大小。</translation>
    </message>
    <message>
        <source>The driver answers for none of its sensors: it is not healthy (restart, or reinstall the driver).</source>
        <translation>驱动读不到任何传感器：状态不正常（请重启或重装驱动）。</translation>
    </message>
    <message>
        <source>The driver has lost that card: it answers no more.</source>
        <translation>驱动已经丢失那张卡，它不再响应。</translation>
    </message>
    <message>
        <source>The duration must be a positive number of seconds.</source>
        <translation>时长应是正的秒数。</translation>
    </message>
    <message>
        <source>The engine itself estimates that {tokens} tokens fit: ask for about 5 % less (--max-model-len {safe}).</source>
        <translation>引擎自己估计放得下 {tokens} token：请少要约 5 %（--max-model-len {safe}）。</translation>
    </message>
    <message>
        <source>The experts lie over several machines: what goes over the network between them is not reckoned, so the speed is a wide guess. It takes InfiniBand or RoCE; without, run one server a machine behind a proxy.</source>
        <translation>专家分布在多台机器上：机器之间的网络传输没有计入，所以速度只是粗略估计。这样部署需要 InfiniBand 或 RoCE；没有的话，请每台机器各跑一个服务，前面加一个代理。</translation>
    </message>
    <message>
        <source>The experts of {n} of {all} layers stay in host memory ({size}).</source>
        <translation>{all} 层里有 {n} 层的专家留在主机内存（{size}）。</translation>
    </message>
    <message>
        <source>The file has about {size}.</source>
        <translation>文件约 {size}。</translation>
    </message>
    <message>
        <source>The file holds more tensors than the text model has: Ollama's own files keep vision or audio parts in the same file, which llama.cpp does not read. Take a GGUF with its mmproj file from another publisher.</source>
        <translation>文件里的张量比文本模型多：Ollama 自己的文件把视觉或音频部分放在同一个文件里，llama.cpp 不能读取。请用其他发布者的 GGUF 及其 mmproj 文件。</translation>
    </message>
    <message>
        <source>The file is a Git LFS pointer, a few lines in place of the weights: run git lfs pull in its folder, or download it.</source>
        <translation>这个文件是 Git LFS 指针，只有几行文字而没有权重：请在它所在的文件夹运行 git lfs pull，或下载该文件。</translation>
    </message>
    <message>
        <source>The file must hold the layers that draft (tensors named nextn): without them the server does not start. Unsloth's files of Qwen3.8 have them; those of Qwen3.5 and Qwen3.6 are repositories of their own, named …-MTP-GGUF.</source>
        <translation>文件里必须有用来起草的层（名字带 nextn 的张量）：没有的话服务器无法启动。Unsloth 的 Qwen3.8 文件带有这些层；Qwen3.5 和 Qwen3.6 的在单独的仓库里，名为 …-MTP-GGUF。</translation>
    </message>
    <message>
        <source>The file {names} is missing from the program's resources.</source>
        <translation>程序的资源里缺文件 {names}。</translation>
    </message>
    <message>
        <source>The first launch downloads the file. The log names the buffers of the fullest device: model about {weights} MiB, KV {kv} MiB, compute about {compute} MiB, and ends with "server is listening".</source>
        <translation>第一次启动会下载文件。日志列出最满那张卡的缓冲区：模型约 {weights} MiB，KV {kv} MiB，计算约 {compute} MiB，最后一行是 "server is listening"。</translation>
    </message>
    <message>
        <source>The folder holds neither a config.json nor a .gguf file.</source>
        <translation>文件夹里既没有 config.json，也没有 .gguf 文件。</translation>
    </message>
    <message>
        <source>The folder holds {firsts} GGUF models.</source>
        <translation>文件夹里有 {firsts} 个 GGUF 模型。</translation>
    </message>
    <message>
        <source>The folder {folder} must hold the file's parts first: the shell form fetches them.</source>
        <translation>文件夹 {folder} 中必须先放好该文件的分片：shell 形式的命令会下载它们。</translation>
    </message>
    <message>
        <source>The key that clients send.</source>
        <translation>客户端要发送的密钥。</translation>
    </message>
    <message>
        <source>The keys; never a well-known one.</source>
        <translation>密钥；不要用众所周知的。</translation>
    </message>
    <message>
        <source>The layer type {mark} is not supported.</source>
        <translation>不支持 {mark} 这种层。</translation>
    </message>
    <message>
        <source>The layers are split over the mixed cards by their size; the times of both add up, and the slower card weighs most.</source>
        <translation>各层按显存大小分到不同的卡；两边时间相加，慢的那张影响最大。</translation>
    </message>
    <message>
        <source>The layers are split over {cards} cards, which work one after another: at the speed of one card.</source>
        <translation>各层分到 {cards} 张卡，各卡依次计算：速度仍是一张卡的。</translation>
    </message>
    <message>
        <source>The layers are split over {cards} cards: it fits, at the speed of one card.</source>
        <translation>各层分到 {cards} 张卡：放得下，速度仍是一张卡的。</translation>
    </message>
    <message>
        <source>The layers are split over {n} cards, which take turns: each works about {share} % of the time, and all together are no faster than one that holds the model. More people at once: one server a card, or an engine with tensor parallelism.</source>
        <translation>各层分到 {n} 张卡，轮流工作：每张约 {share} % 的时间在忙，合起来不比装得下的一张快。要服务更多人：每卡一个服务，或用有张量并行的引擎。</translation>
    </message>
    <message>
        <source>The layers are split over {n} cards, which take turns: each works about {share} % of the time, and together they hold more but are no faster. More people at once: an engine with tensor parallelism.</source>
        <translation>各层分布在 {n} 张卡上，它们轮流工作：每张卡约有 {share} % 的时间在工作，合起来装得更多，但并不更快。要同时服务更多人：用支持张量并行的引擎。</translation>
    </message>
    <message>
        <source>The licence of {model} ({licence}) forbids commercial use: for a company's own work ask its maker, or take another model. ({source})</source>
        <translation>{model} 的许可证（{licence}）禁止商业使用：公司内部使用也要先征得作者同意，或换一个模型。（{source}）</translation>
    </message>
    <message>
        <source>The licence of {model} ({licence}) forbids commercial use: for a company's service ask its maker, or take another model. ({source})</source>
        <translation>{model} 的许可证（{licence}）禁止商用：要用于公司的服务，请先征得开发者同意，或换一个模型。（{source}）</translation>
    </message>
    <message>
        <source>The licence of {model} ({licence}) sets limits to commercial use. {limits} ({source})</source>
        <translation>{model} 的许可证（{licence}）对商用设有限制。{limits}（{source}）</translation>
    </message>
    <message>
        <source>The licence of {model} is not known here: read on its page whether it allows a service for others.</source>
        <translation>这里不清楚 {model} 的许可证：请在它的页面上确认是否允许对他人提供服务。</translation>
    </message>
    <message>
        <source>The licence of {model} is not known here: read on its page whether it allows commercial use.</source>
        <translation>这里不清楚 {model} 的许可证：请到它的页面上查看是否允许商业使用。</translation>
    </message>
    <message>
        <source>The link</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>The link is not whole.</source>
        <translation>链接不完整。</translation>
    </message>
    <message>
        <source>The log ends with "Application startup complete".</source>
        <translation>日志最后一行是 "Application startup complete"。</translation>
    </message>
    <message>
        <source>The log ends with "The server is fired up and ready to roll!".</source>
        <translation>日志最后一行是 "The server is fired up and ready to roll!"。</translation>
    </message>
    <message>
        <source>The log ends with "server is listening".</source>
        <translation>日志最后一行是 "server is listening"。</translation>
    </message>
    <message>
        <source>The log names max_total_num_tokens, about {tokens}, and ends with "The server is fired up and ready to roll!".</source>
        <translation>日志里有 max_total_num_tokens，约 {tokens}，最后一行是 "The server is fired up and ready to roll!"。</translation>
    </message>
    <message>
        <source>The log names the KV cache's room, about {tokens} tokens, and ends with "Application startup complete".</source>
        <translation>日志写出 KV 缓存的容量，约 {tokens} token，最后一行是 "Application startup complete"。</translation>
    </message>
    <message>
        <source>The log says about: GPU KV cache size: {tokens} tokens; Maximum concurrency for {context} tokens per request: {times}x. Then "Application startup complete".</source>
        <translation>日志里大约是：GPU KV cache size: {tokens} tokens；Maximum concurrency for {context} tokens per request: {times}x。然后是 "Application startup complete"。</translation>
    </message>
    <message>
        <source>The log says that the server listens on port {port}; the first request loads about {size}.</source>
        <translation>日志显示服务在端口 {port} 监听；第一个请求会加载约 {size}。</translation>
    </message>
    <message>
        <source>The log's lines say nothing of a device or of sizes: paste those with “inference compute” and “offload” too.</source>
        <translation>这些日志行没有写设备，也没有写大小：请把含“inference compute”和“offload”的行也粘贴进来。</translation>
    </message>
    <message>
        <source>The log's “unaccounted” is negative: its count of free memory was taken before the model was loaded.</source>
        <translation>日志里的 “unaccounted” 为负：它在加载模型之前统计了空闲显存。</translation>
    </message>
    <message>
        <source>The memory is free again.</source>
        <translation>显存已释放。</translation>
    </message>
    <message>
        <source>The memory is free again; {tool} shows it.</source>
        <translation>内存已释放；可用 {tool} 查看。</translation>
    </message>
    <message>
        <source>The memory is not in the text: taken as {size} from the catalog.</source>
        <translation>文本里没有显存大小：按目录取 {size}。</translation>
    </message>
    <message>
        <source>The mirror must also serve the paths that Ollama asks for (/v2/).</source>
        <translation>镜像还要提供 Ollama 请求的路径（/v2/）。</translation>
    </message>
    <message>
        <source>The model brings a draft layer of its own (multi-token prediction). Drafts mostly make single answers faster, take some memory, and gain nothing or cost where many ask at once: the setting `speculative` shows how much.</source>
        <translation>该模型自带草稿层（多 token 预测，MTP）。草稿多数情况下让单个回答更快，会占一些内存；同时请求很多时没有收益，甚至变慢：设置 `speculative` 可以看到差多少。</translation>
    </message>
    <message>
        <source>The model {name} states no context length.</source>
        <translation>模型 {name} 没有写明上下文长度。</translation>
    </message>
    <message>
        <source>The model's name appears at the top.</source>
        <translation>模型名出现在顶部。</translation>
    </message>
    <message>
        <source>The nginx form spreads requests over all of them.</source>
        <translation>nginx 形式会把请求分给它们。</translation>
    </message>
    <message>
        <source>The number of GPU cores is not in the text: chips of this name differ in bandwidth.</source>
        <translation>文本里没有 GPU 核数：同名芯片的带宽不同。</translation>
    </message>
    <message>
        <source>The numbers of this model overflow in float16, so the engine refuses it: it needs bfloat16, which cards have from compute capability 8.0, and a quantization that computes in it. On an older card take llama.cpp or Ollama.</source>
        <translation>这个模型的数值在 float16 下会溢出，所以引擎拒绝运行：它需要 bfloat16（计算能力 8.0 及以上的卡才有），以及用 bfloat16 计算的量化格式。旧卡请用 llama.cpp 或 Ollama。</translation>
    </message>
    <message>
        <source>The pace that programs show leaves out reading the prompt: with {prompt} tokens before it an answer of {answer} comes at about {pace} tokens/s all in all. Compare the time to the finished answer; the runtime's version matters more than the format.</source>
        <translation>程序显示的速度没算读提示词：前面有 {prompt} token 时，{answer} token 的回答总体约 {pace} token/s。请比较答完的总时间；运行时版本比格式影响更大。</translation>
    </message>
    <message>
        <source>The parts of a GGUF cannot be glued together with cat, and only the first one (…-00001-of-…) is named: llama.cpp finds the others beside it. llama-gguf-split --merge FIRST-PART OUT.gguf makes one file of them.</source>
        <translation>GGUF 的分片不能用 cat 拼接，只需指定第一个（…-00001-of-…）：llama.cpp 会在同一文件夹找到其余分片。llama-gguf-split --merge FIRST-PART OUT.gguf 可以合成一个文件。</translation>
    </message>
    <message>
        <source>The pasted text is longer than {limit} characters.</source>
        <translation>粘贴的文本超过 {limit} 个字符。</translation>
    </message>
    <message>
        <source>The pasted text names no device.</source>
        <translation>粘贴的文本里没有设备。</translation>
    </message>
    <message>
        <source>The path holds for this window; winget's package would drive the GPU through Vulkan.</source>
        <translation>该路径只在此窗口有效；winget 的安装包会通过 Vulkan 驱动 GPU。</translation>
    </message>
    <message>
        <source>The plain AWQ kernel computes in float16 alone: --dtype half, or leave --quantization out, so that the engine takes the Marlin kernel, which knows bfloat16 (from compute capability 8.0).</source>
        <translation>普通的 AWQ 内核只用 float16 计算：加 --dtype half；或不写 --quantization，让引擎选用支持 bfloat16 的 Marlin 内核（计算能力 8.0 及以上）。</translation>
    </message>
    <message>
        <source>The pool of {pool} comes out of the memory that the system itself lives in (a swap space, 4 GiB in older releases, too), and {engine} does not start where its share is not free: set {name} to {most} or less, or take Ollama or llama.cpp, which take only what they need.</source>
        <translation>{pool} 的缓存池取自系统本身所用的内存（旧版本还有 4 GiB 的交换空间），而且它那一份没有空闲时 {engine} 无法启动：把 {name} 设为 {most} 或更小，或改用按需占用的 Ollama 或 llama.cpp。</translation>
    </message>
    <message>
        <source>The pool of {pool} comes out of the memory that the system itself lives in (a swap space, 4 GiB in older releases, too): lower {name} until the system keeps a few GB, or take Ollama or llama.cpp, which take only what they need.</source>
        <translation>{pool} 的池取自系统自己也在用的内存（旧版本还有 4 GiB 交换空间）：调小 {name} 给系统留几 GB，或用 Ollama、llama.cpp，它们只取所需。</translation>
    </message>
    <message>
        <source>The probe {name} failed: {error}.</source>
        <translation>探测 {name} 失败：{error}。</translation>
    </message>
    <message>
        <source>The process that works this out has ended, probably for want of memory.</source>
        <translation>负责计算的进程意外结束，多半是内存不足。</translation>
    </message>
    <message>
        <source>The program's resources folder is missing.</source>
        <translation>程序的资源文件夹不见了。</translation>
    </message>
    <message>
        <source>The prompt has {asked} tokens and one slot holds {most}: -c is the sum over the slots (-np), so raise -c or lower -np.</source>
        <translation>提示词有 {asked} 个 token，而一个槽位能容纳 {most}：-c 是所有槽位（-np）的总和，所以请增大 -c 或减小 -np。</translation>
    </message>
    <message>
        <source>The prompt of {prompt} tokens was cut to fit a context of {limit}: its beginning is lost, without an error for the asker. Raise num_ctx (OLLAMA_CONTEXT_LENGTH, or num_ctx in the request) above prompt and answer together.</source>
        <translation>{prompt} 个 token 的提示词被截短以放进 {limit} 的上下文：开头丢了，提问者看不到任何错误。把 num_ctx（OLLAMA_CONTEXT_LENGTH，或请求里的 num_ctx）调到提示词加回答之上。</translation>
    </message>
    <message>
        <source>The request is longer than one slot's context: -c is the sum over the slots (-np), so raise -c or lower -np.</source>
        <translation>请求比一个槽位的上下文更长：-c 是所有槽位（-np）的总和，所以请增大 -c 或减小 -np。</translation>
    </message>
    <message>
        <source>The request takes {asked} tokens and the server was started with {most}: start it with a longer one (--max-model-len, -c for the sum of all slots) where the cache has room, or shorten the prompt or its max_tokens.</source>
        <translation>请求需要 {asked} 个 token，而服务启动时设的是 {most}：如果缓存够，就用更大的长度启动（--max-model-len；-c 是所有槽位的总和），或者缩短提示词或它的 max_tokens。</translation>
    </message>
    <message>
        <source>The scenario does not fit: there is nothing to simulate.</source>
        <translation>这个方案放不下，没有可模拟的。</translation>
    </message>
    <message>
        <source>The scenario names no model.</source>
        <translation>方案里没有指明模型。</translation>
    </message>
    <message>
        <source>The scenario names {model} by its name, not by a path.</source>
        <translation>场景里写的是 {model} 的名称，不是路径。</translation>
    </message>
    <message>
        <source>The server answered {code} to {address}.</source>
        <translation>服务对 {address} 返回 {code}。</translation>
    </message>
    <message>
        <source>The simulated steps draft nothing: each answer is a token a step, and the pace is that without speculative decoding. Its memory is counted.</source>
        <translation>模拟的步骤不起草：每个回答每步一个 token，速度是不用投机解码时的速度；它占的内存已经计入。</translation>
    </message>
    <message>
        <source>The size of the memory is not in the text: paste `system_profiler SPHardwareDataType` too.</source>
        <translation>文本里没有内存大小：请把 `system_profiler SPHardwareDataType` 的输出也粘上。</translation>
    </message>
    <message>
        <source>The sizes of the slices are those of their names: the table of nvidia-smi tells them exactly.</source>
        <translation>各切片的大小取自其名称：确切数值见 nvidia-smi 的表格。</translation>
    </message>
    <message>
        <source>The slices are not in the text: paste the table of MIG devices below it too.</source>
        <translation>文本里没有切片：请把下面的 MIG 设备表也粘上。</translation>
    </message>
    <message>
        <source>The system ended it because main memory ran out (signal 9, exit code 137; `dmesg | grep -i oom` shows it). What is not on the card lies there, and a container has its own limit: more memory for it (docker --memory, the pod's limit, .wslconfig), a smaller model or quantization, or a shorter context.</source>
        <translation>主内存耗尽，系统结束了它（信号 9，退出码 137；`dmesg | grep -i oom` 可以看到）。不在显卡上的内容都在主内存里，而容器有自己的限制：给它更多内存（docker --memory、pod 的限制、.wslconfig）、换更小的模型或量化，或缩短上下文。</translation>
    </message>
    <message>
        <source>The text does not name the device.</source>
        <translation>文本里没有设备名。</translation>
    </message>
    <message>
        <source>The text names no card that is known here: write its name, as RTX 4090 or MI300X, or that there is none.</source>
        <translation>文本里没有这里认识的显卡：请写出它的名字，如 RTX 4090 或 MI300X，或写明没有显卡。</translation>
    </message>
    <message>
        <source>The text says how much memory the Mac has, not which chip: paste `system_profiler SPHardwareDataType`.</source>
        <translation>文本写了这台 Mac 有多少内存，没有写是哪款芯片：请粘贴 `system_profiler SPHardwareDataType` 的输出。</translation>
    </message>
    <message>
        <source>The text says that there is no card, and its processor is not known here: choose its kind of memory in the list, as dual-channel DDR4-3200.</source>
        <translation>文本写明没有显卡，而它的处理器这里不认识：请在列表里选内存类型，例如双通道 DDR4-3200。</translation>
    </message>
    <message>
        <source>The text says that there is no card: the processor runs the model from main memory.</source>
        <translation>文本写明没有显卡：由处理器用主内存运行模型。</translation>
    </message>
    <message>
        <source>The text says what memory or processor the machine has and names no card: paste what nvidia-smi, rocm-smi or lspci prints too, or write that it has none.</source>
        <translation>文本写了机器的内存或处理器，没有写显卡：请把 nvidia-smi、rocm-smi 或 lspci 的输出也粘贴进来，或写明没有显卡。</translation>
    </message>
    <message>
        <source>The tool cut the name {name}: taken as {taken}.</source>
        <translation>工具把名字截成了 {name}：按 {taken} 处理。</translation>
    </message>
    <message>
        <source>The trace unpacks to more than {value} GiB.</source>
        <translation>请求记录解压后超过 {value} GiB。</translation>
    </message>
    <message>
        <source>The trace {name} cannot be read: {value}.</source>
        <translation>读不了请求记录 {name}：{value}。</translation>
    </message>
    <message>
        <source>The trace {name} has no columns that are known.</source>
        <translation>请求记录 {name} 里没有认得的列。</translation>
    </message>
    <message>
        <source>The trace {name} has no fields that are known.</source>
        <translation>请求记录 {name} 里没有认得的字段。</translation>
    </message>
    <message>
        <source>The trace {name} has no requests.</source>
        <translation>请求记录 {name} 里没有请求。</translation>
    </message>
    <message>
        <source>The trace {name} has {there}, but no column {missing}.</source>
        <translation>请求记录 {name} 里有 {there}，但没有 {missing} 列。</translation>
    </message>
    <message>
        <source>The trace {name} is cut off: its compression does not end.</source>
        <translation>请求记录 {name} 不完整：压缩数据没有结尾。</translation>
    </message>
    <message>
        <source>The trace {name} is empty.</source>
        <translation>请求记录 {name} 是空的。</translation>
    </message>
    <message>
        <source>The trace {name} is not text.</source>
        <translation>请求记录 {name} 不是文本。</translation>
    </message>
    <message>
        <source>The usual build has no kernel for a KV cache in {kind} on the card, so attention runs on the processor, unsaid and several times slower. Take q8_0 or q4_0, for K and V alike, or a build with GGML_CUDA_FA_ALL_QUANTS=ON.</source>
        <translation>常见的编译版本在显卡上没有 {kind} 的 KV 缓存内核，注意力计算会悄悄转到处理器上，慢好几倍。请对 K 和 V 都用 q8_0 或 q4_0，或使用带 GGML_CUDA_FA_ALL_QUANTS=ON 的版本。</translation>
    </message>
    <message>
        <source>The value {value} of {flag} begins with a dash and would be taken for an option.</source>
        <translation>{flag} 的值 {value} 以短横开头，会被当成选项。</translation>
    </message>
    <message>
        <source>The vision projector (mmproj) needs memory on top of the text model, which automatic fitting does not count: leave 1 to 2 GiB for its weights and compute buffer{how}.</source>
        <translation>视觉投影（mmproj）在文本模型之外还要显存，自动放置没算它：给它的权重和计算缓冲留 1 到 2 GiB{how}。</translation>
    </message>
    <message>
        <source>The warm-up samples for {n} sequences at once, each with logits as wide as the vocabulary, after weights and cache have their place. Lower --max-num-seqs (64 to 256 serve most), or lower gpu_memory_utilization: a higher one makes it worse.</source>
        <translation>预热时会为 {n} 个同时的序列采样，每个的 logits 都与词表一样宽，而这时权重和缓存已经就位。请降低 --max-num-seqs（64 到 256 对多数情况够用），或降低 gpu_memory_utilization：调高只会更糟。</translation>
    </message>
    <message>
        <source>The weights are {weights} in all. Better keep the experts of {n} layers on the CPU ({flag} {n}) than take a smaller quantization: a token reads few of them. Lower the number until it just fits.</source>
        <translation>权重共 {weights}。宁可把 {n} 层的专家放在 CPU（{flag} {n}），也别换更小的量化：每个 token 只读其中少数。把数字调小到刚好放得下。</translation>
    </message>
    <message>
        <source>The weights themselves found no room on {device}: fewer layers there (-ngl, or leave -ngl and -c out and let --fit choose), the experts of a mixture in main memory (--n-cpu-moe), or a smaller quantization. A shorter context does not help here.</source>
        <translation>权重本身在 {device} 上就放不下：减少放在那里的层（-ngl，或不设 -ngl 和 -c，让 --fit 决定）、把混合专家模型的专家放到主内存（--n-cpu-moe），或换更小的量化。缩短上下文在这里没有帮助。</translation>
    </message>
    <message>
        <source>The whole prompt is read again: of sliding-window or recurrent layers only the last part is kept, so an earlier point of the conversation cannot be taken up. --swa-full keeps windowed layers whole, for more memory; else change the end of the prompt only.</source>
        <translation>整个提示词会重新读取：滑动窗口层或循环层只保留最后一部分，无法从对话的较早位置继续。--swa-full 会完整保留窗口层，但占更多内存；否则只改动提示词的末尾。</translation>
    </message>
    <message>
        <source>The {what} holds the invisible character U+{code}, which does not belong in a command.</source>
        <translation>{what} 里有不可见字符 U+{code}，不该出现在命令里。</translation>
    </message>
    <message>
        <source>The {what} of this model is Python code in its repository: {flag} runs it with all rights of the server, so read it before you start it.</source>
        <translation>该模型的{what}是仓库里的 Python 代码：{flag} 会以服务器的全部权限运行它，启动前请先读一遍。</translation>
    </message>
    <message>
        <source>Then ask http://127.0.0.1:{port}/v1/models.</source>
        <translation>然后访问 http://127.0.0.1:{port}/v1/models。</translation>
    </message>
    <message>
        <source>There is no catalog of {what}.</source>
        <translation>没有 {what} 这个目录。</translation>
    </message>
    <message>
        <source>There is no file or folder {reference}.</source>
        <translation>没有文件或文件夹 {reference}。</translation>
    </message>
    <message>
        <source>There is no file {path}.</source>
        <translation>没有文件 {path}。</translation>
    </message>
    <message>
        <source>There is no simulated scheduler {name} for {name2}.</source>
        <translation>{name2} 没有可模拟的调度器 {name}。</translation>
    </message>
    <message>
        <source>These are the figures of one of the {count} machines, with {cards} of the {all} {device}: {engine} is written here for one machine. A server on each serves more people.</source>
        <translation>这是 {count} 台机器中一台的数字，装有 {all} 块 {device} 中的 {cards} 块：这里的 {engine} 只写了单机用法。每台各开一个服务可以服务更多人。</translation>
    </message>
    <message>
        <source>These cards are linked by PCIe alone: the all-reduce of each layer goes over the bus, so tensor parallelism stays as narrow as memory allows.</source>
        <translation>这些卡只由 PCIe 相连：每层的 all-reduce 都要走总线，所以张量并行在内存允许的范围内尽量取小。</translation>
    </message>
    <message>
        <source>These cards are linked by PCIe, without NVLink: the all-reduce of each layer goes over the bus, so tensor parallelism stays as narrow as memory allows.</source>
        <translation>这些卡只有 PCIe，没有 NVLink：每层的 all-reduce 走总线，所以张量并行在显存允许下尽量少用卡。</translation>
    </message>
    <message>
        <source>This build does not know tensors of type {kind}: the file is newer (39 is MXFP4, of August 2025), so update llama.cpp, Ollama or LM Studio's runtime; or a fork made it, which then must run it.</source>
        <translation>这个版本不认识类型为 {kind} 的张量：文件比程序新（39 是 2025 年 8 月加入的 MXFP4），请更新 llama.cpp、Ollama 或 LM Studio 的运行时；也可能是某个分支生成的，那就只能用那个分支运行。</translation>
    </message>
    <message>
        <source>This build has no product of {format} weights on {backend}: it converts them at every step, which moves {times} times their bytes. Take a newer build or another format.</source>
        <translation>这个构建在 {backend} 上没有 {format} 权重的乘法内核：每一步都要先转换，搬运的数据是权重的 {times} 倍。请换更新的构建或别的格式。</translation>
    </message>
    <message>
        <source>This build holds no code for the card's compute capability: a card newer than the build needs a newer release (for Blackwell one built with CUDA 12.8 or later), a card that it no longer serves an older one, or llama.cpp built for it.</source>
        <translation>这个版本里没有适合该显卡计算能力的代码：比版本新的卡需要更新的版本（Blackwell 需要用 CUDA 12.8 或更高版本编译的），不再支持的旧卡则用旧版本，或为它编译的 llama.cpp。</translation>
    </message>
    <message>
        <source>This build of llama.cpp does not know the architecture {name}: the model is newer than the build, so update (llama.cpp, Ollama, or LM Studio's runtime); where the newest does not know it either, no GGUF of it runs: take vLLM or SGLang.</source>
        <translation>这个 llama.cpp 版本不认识架构 {name}：模型比程序新，请更新（llama.cpp、Ollama 或 LM Studio 的运行时）；若最新版也不认识，它的 GGUF 就都跑不了：请用 vLLM 或 SGLang。</translation>
    </message>
    <message>
        <source>This engine has no metric for: {alerts}.</source>
        <translation>这个引擎没有这些指标：{alerts}。</translation>
    </message>
    <message>
        <source>This is WSL: pinned memory is off there by default, and vLLM's newer runner needs it. Set VLLM_WSL2_ENABLE_PIN_MEMORY=1 in the environment.</source>
        <translation>这是 WSL：默认关闭锁页内存，而 vLLM 新的执行器需要它。在环境里设 VLLM_WSL2_ENABLE_PIN_MEMORY=1。</translation>
    </message>
    <message>
        <source>This is for one machine: it holds {cards} of the {count} {device}, and {engine} is written here for one machine. A server on each serves more people.</source>
        <translation>这是按一台机器算的：{count} 块 {device} 中它装有 {cards} 块，而这里的 {engine} 只写了单机用法。每台各开一个服务可以服务更多人。</translation>
    </message>
    <message>
        <source>This is for one of the {count} machines: {device} holds one GPU, and {engine} is written here for one machine. A server on each serves more people.</source>
        <translation>这是按 {count} 台机器中的一台规划的：一台 {device} 只有一个 GPU，而 {engine} 在这里只针对单台机器。每台各起一个服务可以服务更多人。</translation>
    </message>
    <message>
        <source>This is not the output of a tool that is known here.</source>
        <translation>这不像任何已知工具的输出。</translation>
    </message>
    <message>
        <source>This is the first of {n} equal servers: copy the unit for each other one, with a name, a port and GPUs of its own.</source>
        <translation>这是 {n} 个相同服务中的第一个：请为其余每个服务复制该单元，各用自己的名称、端口和 GPU。</translation>
    </message>
    <message>
        <source>This line names no cause; one above it does, or the server's log (Ollama: `journalctl -u ollama` or server.log; LM Studio: Developer logs): paste that too. Most often memory ran out: try a shorter context, fewer layers on the GPU or a smaller model, and if it goes on with those, another release of the runtime.</source>
        <translation>这一行没有说明原因；上面的某一行或服务日志里有（Ollama：`journalctl -u ollama` 或 server.log；LM Studio：开发者日志）：请把那部分也粘贴过来。最常见的是内存耗尽：试试更短的上下文、更少的 GPU 层或更小的模型；如果仍然如此，就换运行时的另一个版本。</translation>
    </message>
    <message>
        <source>This llama.cpp is a CPU build or finds no driver, so everything runs on the processor: take the build for your card (CUDA, Vulkan, ROCm, SYCL); llama-server --list-devices must then name it.</source>
        <translation>这个 llama.cpp 是 CPU 版，或找不到驱动，所以全在处理器上跑：请用适合显卡的版本（CUDA、Vulkan、ROCm、SYCL）；之后 llama-server --list-devices 应列出它。</translation>
    </message>
    <message>
        <source>This model's class has no pipeline code in the engine: take tensor parallel. Where speculative decoding is on, it may be the draft alone: try without it.</source>
        <translation>引擎里这个模型的类没有流水线并行代码：请用张量并行。如果开了投机解码，也可能只是草稿模型不支持：关掉再试。</translation>
    </message>
    <message>
        <source>This package drives the GPU through Vulkan, the figures are ROCm's: set `settings.backend` to vulkan for its own.</source>
        <translation>此安装包通过 Vulkan 驱动 GPU，而这里的数字按 ROCm 计算：把 `settings.backend` 设为 vulkan 即可得到它的数字。</translation>
    </message>
    <message>
        <source>This processor, {name}: {bandwidth} a second read from memory, measured for a moment.</source>
        <translation>这个处理器 {name}：内存读取每秒 {bandwidth}，短暂实测。</translation>
    </message>
    <message>
        <source>This release of {engine} does not know {flag}: it is newer or older than the release, or misspelt. {engine}'s --help lists what it knows.</source>
        <translation>这个版本的 {engine} 不认识 {flag}：该参数比这个版本新或旧，或拼写有误。{engine} 的 --help 会列出它认识的参数。</translation>
    </message>
    <message>
        <source>This release runs that format from compute capability {least}; the card has {have}. Newer releases go lower for some (MXFP4 began with 10.0 and runs from 8.0): update, take another format, or a GGUF with llama.cpp or Ollama.</source>
        <translation>这个版本要求计算能力 {least} 及以上才能运行该格式；这张卡是 {have}。新版本对部分格式放宽了要求（MXFP4 起初要 10.0，现在 8.0 即可）：请升级，换一种格式，或用 llama.cpp 或 Ollama 运行 GGUF。</translation>
    </message>
    <message>
        <source>This version does not know the field {field}; it was left out.</source>
        <translation>这个版本不认得字段 {field}，已略去。</translation>
    </message>
    <message>
        <source>Tool calls are read by its parser for this model ({parser}).</source>
        <translation>工具调用由它针对该模型的解析器（{parser}）读取。</translation>
    </message>
    <message>
        <source>Tool calls are read by the model's own chat template, which must know tools; answers by JSON schema are held to it by a grammar.</source>
        <translation>工具调用按模型自带的对话模板读取，模板须支持工具；按 JSON schema 的回答由语法约束保证。</translation>
    </message>
    <message>
        <source>Tool calls are read by the model's own chat template, which must know tools; answers cannot be held to a JSON schema.</source>
        <translation>工具调用按模型自带的对话模板读取，模板须支持工具；无法强制回答符合 JSON schema。</translation>
    </message>
    <message>
        <source>Triton has no FP8 (E4M3) for cards before compute capability 8.9 (Ada, Hopper). Where it is the KV cache that is in FP8, take vLLM's FlashInfer back end (--attention-backend FLASHINFER), or leave the cache in 16 bit (auto). Where it is the weights, this engine has no kernel that unpacks them: vLLM has one, or take AWQ, GPTQ, INT8 or a GGUF.</source>
        <translation>对于计算能力低于 8.9（Ada、Hopper）的显卡，Triton 不支持 FP8（E4M3）。若是 KV 缓存用了 FP8，请使用 vLLM 的 FlashInfer 后端（--attention-backend FLASHINFER），或让缓存保持 16 位（auto）。若是权重用了 FP8，则该引擎没有能解开它们的内核：vLLM 有，或改用 AWQ、GPTQ、INT8 或 GGUF。</translation>
    </message>
    <message>
        <source>Try one request</source>
        <translation>试一个请求</translation>
    </message>
    <message>
        <source>Turn it into a GGUF</source>
        <translation>转成 GGUF</translation>
    </message>
    <message>
        <source>Two totals for one card: software shares it, and the smaller one is the budget.</source>
        <translation>一张卡有两个总量：软件在切分它，以较小的为准。</translation>
    </message>
    <message>
        <source>Type {kind} is one of ik_llama.cpp's own: that fork runs the file; for llama.cpp take another.</source>
        <translation>类型 {kind} 是 ik_llama.cpp 自有的：要用那个分支运行；用 llama.cpp 请换一个文件。</translation>
    </message>
    <message>
        <source>Under 4 bit a model loses visibly: {format} is what fits here, with {times} times the divergence of {usual} (measured on an 8B, larger ones lose less). A smaller model at 4 bit often answers as well, and faster: compare the two.</source>
        <translation>低于 4 位时模型质量明显下降：这里放得下的是 {format}，散度是 {usual} 的 {times} 倍（在 8B 模型上测得，更大的模型损失更小）。较小的模型用 4 位往往答得一样好，而且更快：请比较两者。</translation>
    </message>
    <message>
        <source>Under 4 bit a model loses visibly: {format} is what fits here. A smaller model at 4 bit often answers as well, and faster: compare the two.</source>
        <translation>低于 4 位时模型质量明显下降：这里放得下的是 {format}。较小的模型用 4 位往往答得一样好，而且更快：请比较两者。</translation>
    </message>
    <message>
        <source>Unified memory: macOS lets the GPU use {share} of {ram} (`sysctl iogpu.wired_limit_mb` changes it).</source>
        <translation>统一内存：macOS 让 GPU 用 {ram} 中的 {share}（可用 `sysctl iogpu.wired_limit_mb` 修改）。</translation>
    </message>
    <message>
        <source>Unified memory: macOS lets the GPU use {usable} of the {total}; the rest is left for the system.</source>
        <translation>统一内存：macOS 让 GPU 用 {total} 中的 {usable}，其余留给系统。</translation>
    </message>
    <message>
        <source>Unified memory: the GPU and the system share {ram}; the page cache counts as used.</source>
        <translation>统一内存：GPU 与系统共用 {ram}；页缓存算已用。</translation>
    </message>
    <message>
        <source>Unified memory: the GPU and the system share {total}.</source>
        <translation>统一内存：GPU 与系统共用 {total}。</translation>
    </message>
    <message>
        <source>Unified memory: the GPU may take about half of the RAM, {share}.</source>
        <translation>统一内存：GPU 约可用一半内存，{share}。</translation>
    </message>
    <message>
        <source>Unified memory: the GPU may take {share} of {ram}; Linux gives half unless the GTT limit (ttm.pages_limit) is raised, Windows what the BIOS carves out.</source>
        <translation>统一内存：GPU 可用 {ram} 中的 {share}；Linux 默认给一半，除非调高 GTT 上限（ttm.pages_limit），Windows 则是 BIOS 划出的部分。</translation>
    </message>
    <message>
        <source>Use FP8 or NVFP4 there.</source>
        <translation>在那里用 FP8 或 NVFP4。</translation>
    </message>
    <message>
        <source>Use a format that runs there ({formats}), or a GGUF file with llama.cpp or Ollama.</source>
        <translation>请用能在它上面运行的格式（{formats}），或用 llama.cpp 或 Ollama 运行 GGUF 文件。</translation>
    </message>
    <message>
        <source>Use a padded checkpoint, fewer tensor-parallel ranks, or expert parallelism.</source>
        <translation>用补齐的检查点、更少的张量并行，或专家并行。</translation>
    </message>
    <message>
        <source>Use an FP8, AWQ or GPTQ checkpoint, or llama.cpp for GGUF files.</source>
        <translation>用 FP8、AWQ 或 GPTQ 检查点；GGUF 文件用 llama.cpp。</translation>
    </message>
    <message>
        <source>Use fixed, exponential, log_normal or empirical.</source>
        <translation>可用 fixed、exponential、log_normal 或 empirical。</translation>
    </message>
    <message>
        <source>Use llama.cpp or Ollama here, or name a GPU.</source>
        <translation>这里用 llama.cpp 或 Ollama，或者指明一块 GPU。</translation>
    </message>
    <message>
        <source>Use llama.cpp, Ollama or LM Studio on it.</source>
        <translation>在它上面用 llama.cpp、Ollama 或 LM Studio。</translation>
    </message>
    <message>
        <source>Use llama.cpp, Ollama or LM Studio there.</source>
        <translation>在那里用 llama.cpp、Ollama 或 LM Studio。</translation>
    </message>
    <message>
        <source>Use the bash or Compose form, or another name.</source>
        <translation>请用 bash 或 Compose 形式，或换个名字。</translation>
    </message>
    <message>
        <source>Use the checkpoint as it was published ({format}), or llama.cpp for GGUF files.</source>
        <translation>请用原始发布的权重（{format}），GGUF 文件则用 llama.cpp。</translation>
    </message>
    <message>
        <source>Use the shell form, or start one server a machine behind a proxy.</source>
        <translation>用终端形式，或每台机器一个服务，放在代理后面。</translation>
    </message>
    <message>
        <source>Use the shell form.</source>
        <translation>请用终端形式。</translation>
    </message>
    <message>
        <source>Use vLLM or SGLang.</source>
        <translation>请用 vLLM 或 SGLang。</translation>
    </message>
    <message>
        <source>Use vLLM's build for it.</source>
        <translation>请使用 vLLM 为它提供的版本。</translation>
    </message>
    <message>
        <source>Use {count} such cards and a smaller quantization: {name}.</source>
        <translation>用 {count} 张这样的卡，并换更小的量化：{name}。</translation>
    </message>
    <message>
        <source>Use {count} such cards.</source>
        <translation>用 {count} 张这样的卡。</translation>
    </message>
    <message>
        <source>Use {names} with {names2}, such as ttft_p95=2.0.</source>
        <translation>用 {names} 配 {names2}，例如 ttft_p95=2.0。</translation>
    </message>
    <message>
        <source>Use {names}.</source>
        <translation>可用 {names}。</translation>
    </message>
    <message>
        <source>VLLM_WSL2_ENABLE_PIN_MEMORY=1: WSL 2 has pinned memory off by default, and vLLM then stops with "UVA is not available".</source>
        <translation>VLLM_WSL2_ENABLE_PIN_MEMORY=1：WSL 2 默认关闭锁页内存，否则 vLLM 会以 "UVA is not available" 停止。</translation>
    </message>
    <message>
        <source>Vulkan got no {size} in one piece: the card is full (fewer layers by -ngl, a shorter -c, a smaller -ub), or the driver gives no single piece so large; then GGML_VK_FORCE_MAX_ALLOCATION_SIZE=2147483648 in the environment cuts it up.</source>
        <translation>Vulkan 无法一次分到 {size}：要么显卡已满（用 -ngl 减少层、缩短 -c、减小 -ub），要么驱动不给这么大的单块；后一种情况在环境里设 GGML_VK_FORCE_MAX_ALLOCATION_SIZE=2147483648 就会拆开分配。</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Watch it load</source>
        <translation>看它加载</translation>
    </message>
    <message>
        <source>Weights and activations already fill the engine's share, so nothing is left for the cache. Raise gpu_memory_utilization while the card is free beside it; else a smaller quantization, a shorter --max-model-len with fewer --max-num-seqs, or more cards. With other programs on the card the share counts the whole card, theirs too; two engines that start at the same moment count each other's loading: start them one after the other.</source>
        <translation>权重和激活已经占满引擎的份额，缓存什么也没剩下。如果显卡在份额之外还有空闲，就提高 gpu_memory_utilization；否则换更小的量化、缩短 --max-model-len 并减少 --max-num-seqs，或增加显卡。显卡上有其他程序时，份额按整张卡计算，也包括它们占用的；两个同时启动的引擎会把对方的加载也算进去：请依次启动。</translation>
    </message>
    <message>
        <source>Weights and cache had their place; the compute buffer found no room. It grows with the micro-batch: a smaller -ub (512, 256), and fewer layers on the card or a shorter -c make room.</source>
        <translation>权重和缓存已经就位，计算缓冲却放不下。它随微批增长：减小 -ub（512、256），减少显卡上的层或缩短 -c 也能腾出空间。</translation>
    </message>
    <message>
        <source>Weights {weights} a card leave a KV cache pool of {pool}: {tokens} tokens, {holds} requests of {context} tokens at once.</source>
        <translation>每卡权重 {weights}，留出 {pool} 的 KV 池：{tokens} token，同时装得下 {holds} 个 {context} token 的请求。</translation>
    </message>
    <message>
        <source>Weights {weights} leave a KV cache pool of {pool}: {tokens} tokens, {holds} requests of {context} tokens at once.</source>
        <translation>权重 {weights}，留出 {pool} 的 KV 池：{tokens} token，同时装得下 {holds} 个 {context} token 的请求。</translation>
    </message>
    <message>
        <source>Weights {weights}, KV cache {kv} for {users} x {context} tokens, buffers and the like {rest}: {headroom} stay free.</source>
        <translation>权重 {weights}，{users} × {context} token 的 KV 缓存 {kv}，缓冲区等 {rest}：还剩 {headroom}。</translation>
    </message>
    <message>
        <source>What is left for main memory is {need}, and it has {usable}.</source>
        <translation>留给主内存的部分是 {need}，而主内存只有 {usable}。</translation>
    </message>
    <message>
        <source>What is left for the cache also changes with the driver, CUDA and engine version: an update can move the reserve for activations by over 1 GiB.</source>
        <translation>留给缓存的部分还随驱动、CUDA 和引擎版本变化：一次升级可能让激活预留变动 1 GiB 以上。</translation>
    </message>
    <message>
        <source>What is loaded?</source>
        <translation>加载了什么？</translation>
    </message>
    <message>
        <source>When does it fail, while loading or while serving? The two ask for opposite changes.</source>
        <translation>是加载时失败还是服务中失败？两者要反着调。</translation>
    </message>
    <message>
        <source>Where processor and GPU share one memory (GH200, GB10, Jetson) it is usually the page cache, not another process: it counts as used. Drop it before the start (sync; echo 3 &gt; /proc/sys/vm/drop_caches), or take a newer vLLM. On a card with memory of its own look in nvidia-smi (amd-smi, xpu-smi) for the program that holds it.</source>
        <translation>在处理器和 GPU 共用内存的机器上（GH200、GB10、Jetson），通常是页缓存而不是别的进程：它也算作已占用。启动前清掉它（sync; echo 3 &gt; /proc/sys/vm/drop_caches），或换更新的 vLLM。显卡有独立显存时，用 nvidia-smi（amd-smi、xpu-smi）看是哪个程序占着。</translation>
    </message>
    <message>
        <source>Where the next higher share runs out of memory, none suits: make something else smaller, by --chunked-prefill-size, --cuda-graph-max-bs-decode, a smaller quantization, no draft model, or more cards (--tp-size).</source>
        <translation>如果再高一档的占比就会内存不足，那就没有合适的值：请用 --chunked-prefill-size、--cuda-graph-max-bs-decode、更小的量化、去掉草稿模型或增加显卡（--tp-size）把别的部分变小。</translation>
    </message>
    <message>
        <source>While the weights load: they do not fit, so a smaller quantization or more cards. After that: leave more room beside the engine's pool, by a lower share (gpu_memory_utilization, --mem-fraction-static), fewer at once (--max-num-seqs) or smaller steps (--max-num-batched-tokens, --chunked-prefill-size); another program on the card counts too.</source>
        <translation>如果发生在加载权重时：权重放不下，需要更小的量化或更多显卡。如果在那之后：在引擎的池之外多留空间，即降低占比（gpu_memory_utilization、--mem-fraction-static）、减少并发（--max-num-seqs）或减小每步大小（--max-num-batched-tokens、--chunked-prefill-size）；显卡上的其他程序也会占用。</translation>
    </message>
    <message>
        <source>Windows spills silently: what the card cannot hold lands in system RAM ("Shared GPU memory" in Task Manager) without an error, at half the speed or less. Switch off the driver's system memory fallback, or leave some memory free.</source>
        <translation>Windows 会悄悄溢出：显卡装不下的部分会不报错地落到系统内存（任务管理器里的“共享 GPU 内存”），速度减半甚至更低。请关掉驱动的系统内存回退，或留一些空闲显存。</translation>
    </message>
    <message>
        <source>With more than {millions} million users a month you need an agreement with its maker.</source>
        <translation>月活用户超过 {millions} 百万时需要与开发者另行签约。</translation>
    </message>
    <message>
        <source>With more than {millions} million users, or 20 million US dollars of revenue, a month you must show the model's name.</source>
        <translation>月活用户超过 {millions} 百万，或月收入超过 2000 万美元时，必须展示模型的名称。</translation>
    </message>
    <message>
        <source>With prefix caching this model also saves its recurrent state at every block of a long prompt, from the same pool: about a fifth fewer long requests than printed. A larger --mamba-block-size avoids it.</source>
        <translation>开启前缀缓存时，这个模型还会在长提示词的每个块存一份循环状态，占同一个池：长请求比打印的少约五分之一。调大 --mamba-block-size 可避免。</translation>
    </message>
    <message>
        <source>With several at once drafts were measured to gain nothing in {engine}: their pace is told without.</source>
        <translation>实测表明，多路同时进行时，在 {engine} 中起草没有收益：这里给出的是不起草的速度。</translation>
    </message>
    <message>
        <source>With speculative decoding it is the draft (MTP, EAGLE) that has no pipeline code, not the model: drop one of the two, or take tensor parallel instead of pipeline parallel.</source>
        <translation>开了投机解码时，没有流水线并行代码的是草稿部分（MTP、EAGLE），不是模型本身：两者去掉一个，或用张量并行代替流水线并行。</translation>
    </message>
    <message>
        <source>With {tokens} drafted tokens a round one stream goes {low} to {high} times as fast: how well they are guessed decides (prose {share}, code {other} of them taken, each after the one before).</source>
        <translation>每轮起草 {tokens} 个 token 时，单路速度是原来的 {low} 到 {high} 倍：取决于猜得多准（散文有 {share}、代码有 {other} 被采纳，均以前一个被采纳为前提）。</translation>
    </message>
    <message>
        <source>With {tokens} drafted tokens a round, of which {share} are taken, each after the one before, one stream goes {times} times as fast.</source>
        <translation>每轮打 {tokens} 个 token 的草稿，每个在前一个被采纳后又被采纳的比例为 {share} 时，单路速度是原来的 {times} 倍。</translation>
    </message>
    <message>
        <source>With {users} at once each gets about {rate}: slower than most people read.</source>
        <translation>{users} 人同时使用时，每人约 {rate}：比多数人的阅读速度慢。</translation>
    </message>
    <message>
        <source>With {users} at once the first token comes after about {ttft}: reading a prompt of {prompt} tokens takes {alone}, and it waits for those before it. Where all ask at the same moment, the last wait longer.</source>
        <translation>{users} 人同时使用时，首个 token 约在 {ttft} 后出现：读取 {prompt} 个 token 的提示词需 {alone}，且要排在先到的后面。若所有人在同一刻提问，最后几位要等得更久。</translation>
    </message>
    <message>
        <source>Without flash attention Ollama ignores the KV cache type {kind} and keeps f16.</source>
        <translation>没有 flash attention 时，Ollama 忽略 KV 类型 {kind}，仍用 f16。</translation>
    </message>
    <message>
        <source>Without flash attention the compute buffer grows with context × slots: {compute} here. Take a shorter context, one slot, or a release that has flash attention for this model.</source>
        <translation>没有 flash attention 时计算缓冲随 上下文 × 槽位 增长：这里 {compute}。缩短上下文、只用一个槽位，或用对这个模型支持 flash attention 的版本。</translation>
    </message>
    <message>
        <source>Without flash attention the graph grows with num_ctx × OLLAMA_NUM_PARALLEL: take num_ctx 8,192 to 16,384 and one request at a time, or update to a release with flash attention for this model.</source>
        <translation>没有 flash attention 时计算图随 num_ctx × OLLAMA_NUM_PARALLEL 增长：num_ctx 取 8,192 到 16,384、一次一个请求，或升级到对这个模型支持 flash attention 的版本。</translation>
    </message>
    <message>
        <source>Without serving others it listens on this machine only and asks for no key.</source>
        <translation>不对外服务时只在本机监听，不要密钥。</translation>
    </message>
    <message>
        <source>Write it as http://127.0.0.1:8000.</source>
        <translation>写成 http://127.0.0.1:8000。</translation>
    </message>
    <message>
        <source>Write it as ttft_p95=2.0.</source>
        <translation>请写成 ttft_p95=2.0。</translation>
    </message>
    <message>
        <source>Write it without that character.</source>
        <translation>请去掉那个字符。</translation>
    </message>
    <message>
        <source>Write {"model": …, "hardware": …}.</source>
        <translation>请写成 {"model": …, "hardware": …}。</translation>
    </message>
    <message>
        <source>Write {name}</source>
        <translation>写入 {name}</translation>
    </message>
    <message>
        <source>You asked for a context of {asked} tokens: {model} reaches {most} with YaRN, the longest that its makers allow, and the plan is for that. A longer one takes a model that is made for it.</source>
        <translation>你要的上下文是 {asked} 个 token：{model} 用 YaRN 可到 {most}，这是作者允许的上限，方案按此计算。要更长，请换一个为此而训练的模型。</translation>
    </message>
    <message>
        <source>You asked for a context of {asked} tokens: {model} was made for {most}, and the plan is for that. A longer one takes a model that is made for it.</source>
        <translation>你要的上下文是 {asked} 个 token，而 {model} 只支持 {most}，方案按后者给出。更长的上下文需要支持它的模型。</translation>
    </message>
    <message>
        <source>You asked for a context of {asked} tokens: {model} was made for {most}, and the plan is for that. {engines} can stretch it to {longest} by YaRN, as the command for that says.</source>
        <translation>你要的上下文是 {asked} 个 token：{model} 按 {most} 训练，方案按此计算。{engines} 可用 YaRN 将其扩展到 {longest}，对应的命令里会写明。</translation>
    </message>
    <message>
        <source>You asked for it.</source>
        <translation>这是你指定的。</translation>
    </message>
    <message>
        <source>You asked for {asked}, which runs here too: {engine} comes first for the reasons above.</source>
        <translation>您要求用 {asked}，它在这里也能运行；由于上述原因，{engine} 排在首位。</translation>
    </message>
    <message>
        <source>You asked for {asked}. {why}</source>
        <translation>您要求用 {asked}。{why}</translation>
    </message>
    <message>
        <source>You asked for {asked}: its weights alone are about {size}, more than the {usable} that are usable here, so {chosen}.</source>
        <translation>您要求 {asked}：仅权重就约 {size}，超过这里可用的 {usable}，所以改用 {chosen}。</translation>
    </message>
    <message>
        <source>You asked for {asked}; {chosen} serves this better here.</source>
        <translation>你要的是 {asked}；这里 {chosen} 更合适。</translation>
    </message>
    <message>
        <source>Your own entry {id} in {file} was left out: {why}.</source>
        <translation>你在 {file} 中自己的条目 {id} 未被采用：{why}。</translation>
    </message>
    <message>
        <source>Your own {file} could not be read: {why}.</source>
        <translation>无法读取你自己的 {file}：{why}。</translation>
    </message>
    <message>
        <source>Your own {file} must hold a list of at most {most} entries.</source>
        <translation>你自己的 {file} 必须是一个列表，最多 {most} 项。</translation>
    </message>
    <message>
        <source>`advisor catalog models` lists what is known.</source>
        <translation>`advisor catalog models` 会列出已知的模型。</translation>
    </message>
    <message>
        <source>`bandwidth_gb_per_s` and `fp16_tflops` were left out: the machine's devices are listed one by one.</source>
        <translation>忽略了 `bandwidth_gb_per_s` 和 `fp16_tflops`：这台机器的设备是逐个列出的。</translation>
    </message>
    <message>
        <source>`estimate` says why, in its notes.</source>
        <translation>`estimate` 的说明里写明了原因。</translation>
    </message>
    <message>
        <source>`estimate` tells the prompt tokens a second.</source>
        <translation>`estimate` 会给出每秒读入的提示 token 数。</translation>
    </message>
    <message>
        <source>`memory_gib` was left out: the machine's devices are listed one by one.</source>
        <translation>已略去 `memory_gib`：机器的设备是逐个列出的。</translation>
    </message>
    <message>
        <source>`num_experts_per_tok` is {each}, more than the {all} of `num_experts`.</source>
        <translation>`num_experts_per_tok` 为 {each}，大于 `num_experts` 的 {all}。</translation>
    </message>
    <message>
        <source>`num_key_value_heads` is {held}, more than the {heads} of `num_attention_heads`.</source>
        <translation>`num_key_value_heads` 为 {held}，大于 `num_attention_heads` 的 {heads}。</translation>
    </message>
    <message>
        <source>`tensor_parallel` is {tensor_parallel} but the machine has {slots} device(s).</source>
        <translation>`tensor_parallel` 是 {tensor_parallel}，机器却只有 {slots} 个设备。</translation>
    </message>
    <message>
        <source>`{field}` {must}</source>
        <translation>`{field}` {must}</translation>
    </message>
    <message>
        <source>`{part}` must be a JSON object.</source>
        <translation>`{part}` 应是一个 JSON 对象。</translation>
    </message>
    <message>
        <source>`{where}`: {lower}, not {first}.</source>
        <translation>`{where}`：{lower}，而不是 {first}。</translation>
    </message>
    <message>
        <source>a list has more entries than there are layers</source>
        <translation>有一个列表的项数多于层数</translation>
    </message>
    <message>
        <source>a list has {n} entries for {count} layers</source>
        <translation>有一个列表有 {n} 项，而层数是 {count}</translation>
    </message>
    <message>
        <source>a list with one entry a layer is missing</source>
        <translation>缺少每层一项的列表</translation>
    </message>
    <message>
        <source>a noticeable pause</source>
        <translation>明显的停顿</translation>
    </message>
    <message>
        <source>a size that its page tells</source>
        <translation>其页面上写的大小</translation>
    </message>
    <message>
        <source>answered by the fall-back API</source>
        <translation>由备用 API 回答</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>立刻</translation>
    </message>
    <message>
        <source>cannot be read: {why}</source>
        <translation>无法读取：{why}</translation>
    </message>
    <message>
        <source>claims {tensors} tensors and {entries} metadata entries: it is damaged</source>
        <translation>自称有 {tensors} 个张量、{entries} 条元数据：文件已损坏</translation>
    </message>
    <message>
        <source>cmd has no safe way to write it.</source>
        <translation>cmd 没有安全的写法。</translation>
    </message>
    <message>
        <source>configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>docker compose config prints it back without an error.</source>
        <translation>docker compose config 原样打印，不报错。</translation>
    </message>
    <message>
        <source>ends before its tensor {tensor}: it is cut off or still being downloaded</source>
        <translation>在张量 {tensor} 之前就结束了：文件不完整，或还在下载</translation>
    </message>
    <message>
        <source>fluent: the thought is not interrupted</source>
        <translation>流畅：思路不被打断</translation>
    </message>
    <message>
        <source>from one measurement of this kind of device with this engine</source>
        <translation>依据这类设备配这个引擎的一次实测</translation>
    </message>
    <message>
        <source>from {n} measurements of this kind of device with this engine</source>
        <translation>依据这类设备配这个引擎的 {n} 次实测</translation>
    </message>
    <message>
        <source>gpu_memory_utilization means something else since vLLM 0.20 (its log says 0.21): the CUDA graphs are taken out of the share, so {now} now is what {before} was before. Tune it again for each version and leave room for the capture.</source>
        <translation>从 vLLM 0.20（其日志写的是 0.21）起 gpu_memory_utilization 的含义变了：CUDA 图从份额里扣，现在的 {now} 相当于以前的 {before}。每换版本都要重调，并给录制留地方。</translation>
    </message>
    <message>
        <source>has GGUF version {version}; versions 2 and 3 are known</source>
        <translation>是 GGUF 第 {version} 版；这里只认第 2、3 版</translation>
    </message>
    <message>
        <source>has a tensor of the unknown type {kind}: it is damaged or newer than this version</source>
        <translation>有未知类型 {kind} 的张量：文件已损坏，或比本版本更新</translation>
    </message>
    <message>
        <source>has a tensor of {dimensions} dimensions: it is damaged</source>
        <translation>有一个 {dimensions} 维的张量：文件已损坏</translation>
    </message>
    <message>
        <source>has a tensor of {dimension} rows: it is damaged</source>
        <translation>有一个 {dimension} 行的张量：文件已损坏</translation>
    </message>
    <message>
        <source>has a tensor whose shape does not suit its type {kind}: it is damaged</source>
        <translation>有张量的形状与类型 {kind} 不符：文件已损坏</translation>
    </message>
    <message>
        <source>has an alignment of {alignment}: it is damaged</source>
        <translation>的对齐值是 {alignment}：文件已损坏</translation>
    </message>
    <message>
        <source>ik_llama.cpp runs it; for llama.cpp, Ollama and LM Studio take another file of the model.</source>
        <translation>ik_llama.cpp 可以运行它；用 llama.cpp、Ollama 和 LM Studio 请换该模型的另一个文件。</translation>
    </message>
    <message>
        <source>is named as one of {of} parts</source>
        <translation>的名字说它是 {of} 个分卷之一</translation>
    </message>
    <message>
        <source>is no GGUF file: it does not begin with GGUF</source>
        <translation>不是 GGUF 文件：开头不是 GGUF</translation>
    </message>
    <message>
        <source>is one of {count} parts, but its name does not say where the others are (…-00001-of-{last}.gguf)</source>
        <translation>是 {count} 个分卷之一，但文件名看不出其他分卷在哪（…-00001-of-{last}.gguf）</translation>
    </message>
    <message>
        <source>is too short to be a GGUF file</source>
        <translation>太短，不是 GGUF 文件</translation>
    </message>
    <message>
        <source>it is a speech model</source>
        <translation>它是语音模型</translation>
    </message>
    <message>
        <source>it is an audio decoder</source>
        <translation>它是音频解码器</translation>
    </message>
    <message>
        <source>it is an encoder</source>
        <translation>它是编码器</translation>
    </message>
    <message>
        <source>it is an encoder without a key-value cache</source>
        <translation>它是编码器，没有 KV 缓存</translation>
    </message>
    <message>
        <source>it is an encoder-decoder</source>
        <translation>它是编码器-解码器结构</translation>
    </message>
    <message>
        <source>it is an image encoder</source>
        <translation>它是图像编码器</translation>
    </message>
    <message>
        <source>it is larger than {most} MB</source>
        <translation>它大于 {most} MB</translation>
    </message>
    <message>
        <source>it is like {like}, which is not in the catalog</source>
        <translation>它像 {like}，而目录里没有这个</translation>
    </message>
    <message>
        <source>it is the vision part of a model, not the model: name the text model's file, and give this one to llama-server with --mmproj</source>
        <translation>这是模型的视觉部分，不是模型本身：请给出文本模型的文件，并用 --mmproj 把这个文件交给 llama-server</translation>
    </message>
    <message>
        <source>it makes pictures or video, not text (ComfyUI-GGUF, stable-diffusion.cpp)</source>
        <translation>它生成图片或视频，不是文本（ComfyUI-GGUF、stable-diffusion.cpp）</translation>
    </message>
    <message>
        <source>its layers share each other's compressed caches, which this version does not count</source>
        <translation>它的各层共用压缩缓存，这个版本还不会算</translation>
    </message>
    <message>
        <source>its recurrent layers (RG-LRU) are not counted by this version</source>
        <translation>这个版本还不会计算它的循环层（RG-LRU）</translation>
    </message>
    <message>
        <source>its shared attention blocks are not counted by this version</source>
        <translation>这个版本还不会计算它共享的注意力块</translation>
    </message>
    <message>
        <source>its shared compressed cache is not counted by this version</source>
        <translation>它的共享压缩缓存，这个版本还不会算</translation>
    </message>
    <message>
        <source>litellm --version prints its version; checked with 1.110.2.</source>
        <translation>litellm --version 打印版本；按 1.110.2 核对。</translation>
    </message>
    <message>
        <source>llama-server --version prints {version}.</source>
        <translation>llama-server --version 打印 {version}。</translation>
    </message>
    <message>
        <source>llama-server cuts each slot to the {own} tokens that {model} was made for: longer requests are refused, though the pool of {asked} that they share would hold them. Ask for {own}; stretching it (YaRN) is not written here.</source>
        <translation>llama-server 把每个槽位截到 {model} 训练时的 {own} 个 token：更长的请求会被拒绝，尽管共享的 {asked} 个 token 缓存池装得下。请改为 {own}；上下文扩展（YaRN）这里没有写。</translation>
    </message>
    <message>
        <source>llama-server cuts each slot to the {own} tokens that {model} was made for: the cache for {asked} is reserved for nothing, and longer requests are refused. Ask for {own}; stretching it (YaRN) is not written here.</source>
        <translation>llama-server 会把每个槽位截到 {model} 原本的 {own} 个 token：为 {asked} 预留的缓存白白占用，更长的请求会被拒绝。请设为 {own}；这里不写扩展（YaRN）的参数。</translation>
    </message>
    <message>
        <source>llama.cpp and vLLM do.</source>
        <translation>llama.cpp 和 vLLM 可以。</translation>
    </message>
    <message>
        <source>llama.cpp b11434 (common/arg.cpp, src/llama-kv-cache.cpp, src/llama-quant.cpp), read and measured by dry allocation</source>
        <translation>llama.cpp b11434（common/arg.cpp、src/llama-kv-cache.cpp、src/llama-quant.cpp），查阅源码并以空分配实测</translation>
    </message>
    <message>
        <source>llama.cpp has removed type {kind} (the fork bitnet.cpp uses 36 for its own I2_S): take another file of the model, or the program that made this one.</source>
        <translation>llama.cpp 已移除类型 {kind}（分支 bitnet.cpp 把 36 用作自己的 I2_S）：请换该模型的另一个文件，或用生成这个文件的程序。</translation>
    </message>
    <message>
        <source>llama.cpp works with {most} devices at most: hide the others from it (CUDA_VISIBLE_DEVICES); they are counted idle.</source>
        <translation>llama.cpp 最多用 {most} 张卡：请用 CUDA_VISIBLE_DEVICES 把其余的藏起来，它们按闲置计算。</translation>
    </message>
    <message>
        <source>llama.cpp, Ollama, LM Studio, vLLM and SGLang do.</source>
        <translation>llama.cpp、Ollama、LM Studio、vLLM 和 SGLang 可以。</translation>
    </message>
    <message>
        <source>lms has no option for experts in main memory: it takes them from the app's settings for this model, set in the step before. Without those it would load all of the model on the card.</source>
        <translation>lms 没有把专家权重留在内存的选项：它采用上一步在应用中为该模型保存的设置。没有这些设置，它会把整个模型加载到显卡上。</translation>
    </message>
    <message>
        <source>lms has no option for the KV type: set K and V cache quantization to {kind} in the app's load settings.</source>
        <translation>lms 没有 KV 类型选项：请在应用的加载设置里把 K、V 缓存量化设为 {kind}。</translation>
    </message>
    <message>
        <source>lms ls lists it.</source>
        <translation>lms ls 会列出它。</translation>
    </message>
    <message>
        <source>macOS lets the GPU use only a part of the RAM, two thirds to three quarters by default: a smaller quantization or a shorter context, or raise the part with sudo sysctl iogpu.wired_limit_mb=… (until the next restart; leave the system 6 GB).</source>
        <translation>macOS 只让 GPU 用一部分内存，默认三分之二到四分之三：用更小的量化或更短的上下文，或用 sudo sysctl iogpu.wired_limit_mb=… 调高（重启前有效；给系统留 6 GB）。</translation>
    </message>
    <message>
        <source>matrices × bits a weight ÷ 8, and vectors in 32 bit</source>
        <translation>矩阵元素数 × 每个权重的位数 ÷ 8，向量按 32 位存</translation>
    </message>
    <message>
        <source>mlx-lm 0.32.2 (server arguments, cache classes, convert's mixes)</source>
        <translation>mlx-lm 0.32.2（服务参数、缓存类、convert 的混合格式）</translation>
    </message>
    <message>
        <source>mlx_lm.server keeps the caches of the last 10 prompts, with no limit in bytes unless it is told one: --prompt-cache-size 2 and --prompt-cache-bytes bound them. Where it dies after a while, not at once, they are the cause.</source>
        <translation>mlx_lm.server 会保留最近 10 个提示词的缓存，不指定就没有字节上限：用 --prompt-cache-size 2 和 --prompt-cache-bytes 限制它们。如果不是一开始、而是运行一段时间后才崩溃，原因就是它们。</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>must be a JSON object</source>
        <translation>必须是 JSON 对象</translation>
    </message>
    <message>
        <source>must be a list</source>
        <translation>必须是列表</translation>
    </message>
    <message>
        <source>must be a number</source>
        <translation>必须是数字</translation>
    </message>
    <message>
        <source>must be a text</source>
        <translation>必须是文本</translation>
    </message>
    <message>
        <source>must be a whole number</source>
        <translation>必须是整数</translation>
    </message>
    <message>
        <source>must be at least {limit}</source>
        <translation>不得小于 {limit}</translation>
    </message>
    <message>
        <source>must be at most {limit}</source>
        <translation>不得大于 {limit}</translation>
    </message>
    <message>
        <source>must be given</source>
        <translation>必须给出</translation>
    </message>
    <message>
        <source>must be less than {limit}</source>
        <translation>必须小于 {limit}</translation>
    </message>
    <message>
        <source>must be more than {limit}</source>
        <translation>必须大于 {limit}</translation>
    </message>
    <message>
        <source>must be one of {known}</source>
        <translation>必须是 {known} 之一</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>必须是 true 或 false</translation>
    </message>
    <message>
        <source>must have at most {limit} characters</source>
        <translation>最多只能有 {limit} 个字符</translation>
    </message>
    <message>
        <source>nginx -t says "test is successful". The file that was there before is kept beside it as nginx.conf.before.</source>
        <translation>nginx -t 显示 "test is successful"。原来的文件保留在旁边，名为 nginx.conf.before。</translation>
    </message>
    <message>
        <source>no BLAS workspace; taken as half of CUDA's</source>
        <translation>没有 BLAS 工作区；按 CUDA 的一半计</translation>
    </message>
    <message>
        <source>no measurement of this device class with this engine; from {n} of the vendor's other devices</source>
        <translation>没有这类设备配这个引擎的实测；依据同厂其他设备的 {n} 次实测</translation>
    </message>
    <message>
        <source>no measurement of this engine or class: from the specification, as wide as {n} measurements elsewhere</source>
        <translation>没有这个引擎或这类设备的实测：按规格推算，范围取自别处 {n} 次实测</translation>
    </message>
    <message>
        <source>no measurement of this vendor's devices with this engine; from {n} with other devices</source>
        <translation>没有这家设备配这个引擎的实测；依据其他设备的 {n} 次实测</translation>
    </message>
    <message>
        <source>nothing was written; the disk may be full</source>
        <translation>什么也没有写入；磁盘可能已满</translation>
    </message>
    <message>
        <source>nvidia-smi is not installed on that machine: it comes with the NVIDIA driver.</source>
        <translation>那台机器没有安装 nvidia-smi：它随 NVIDIA 驱动一起安装。</translation>
    </message>
    <message>
        <source>ollama --version prints {version}.</source>
        <translation>ollama --version 打印 {version}。</translation>
    </message>
    <message>
        <source>ollama ps lists it no more; the memory is free again.</source>
        <translation>ollama ps 不再列出它；显存已释放。</translation>
    </message>
    <message>
        <source>ollama pull takes no GGUF in parts: choose a tag that is one file, or download the parts, join them (llama-gguf-split --merge FIRST-PART OUT.gguf) and ollama create from that. llama.cpp and LM Studio load the parts as they are.</source>
        <translation>ollama pull 不接受分片的 GGUF：请选单文件的标签；或下载各分片，合并（llama-gguf-split --merge FIRST-PART OUT.gguf）后用 ollama create 导入。llama.cpp 和 LM Studio 可直接加载分片。</translation>
    </message>
    <message>
        <source>one of {n} ranks</source>
        <translation>{n} 份中的一份</translation>
    </message>
    <message>
        <source>one process</source>
        <translation>一个进程</translation>
    </message>
    <message>
        <source>one stream's pace</source>
        <translation>单路速度</translation>
    </message>
    <message>
        <source>paired measurements with and without drafts (packaging/calibration/speculative.jsonl)</source>
        <translation>起草与不起草的成对实测（packaging/calibration/speculative.jsonl）</translation>
    </message>
    <message>
        <source>pypi.org answered something that names no version.</source>
        <translation>pypi.org 的回答里没有版本号。</translation>
    </message>
    <message>
        <source>pypi.org answered with the error {code}.</source>
        <translation>pypi.org 返回错误 {code}。</translation>
    </message>
    <message>
        <source>pypi.org cannot be reached from here.</source>
        <translation>这里连不上 pypi.org。</translation>
    </message>
    <message>
        <source>pypi.org lists no release of this program yet.</source>
        <translation>pypi.org 上还没有本程序的发布版。</translation>
    </message>
    <message>
        <source>python3 -c "import sglang; print(sglang.__version__)" prints {version}. Needs uv (docs.astral.sh/uv).</source>
        <translation>python3 -c "import sglang; print(sglang.__version__)" 打印 {version}。需要 uv（docs.astral.sh/uv）。</translation>
    </message>
    <message>
        <source>python3 -m mlx_lm --version prints {version}. Needs uv (docs.astral.sh/uv).</source>
        <translation>python3 -m mlx_lm --version 打印 {version}。需要 uv（docs.astral.sh/uv）。</translation>
    </message>
    <message>
        <source>quantization</source>
        <translation>量化格式</translation>
    </message>
    <message>
        <source>reading a prompt</source>
        <translation>读提示词</translation>
    </message>
    <message>
        <source>roofline (Williams et al. 2009)</source>
        <translation>屋顶线模型（Williams 等，2009）</translation>
    </message>
    <message>
        <source>rpm and tpm are each server's, for all together.</source>
        <translation>rpm 和 tpm 是每台服务器的上限，所有人合计。</translation>
    </message>
    <message>
        <source>slow: attention barely holds</source>
        <translation>慢：注意力勉强维持</translation>
    </message>
    <message>
        <source>speculative sampling (Leviathan et al. 2023)</source>
        <translation>投机采样（Leviathan 等，2023）</translation>
    </message>
    <message>
        <source>step model, calibrated on published measurements (packaging/calibration/report.md)</source>
        <translation>步时模型，按公开发表的测量标定（packaging/calibration/report.md）</translation>
    </message>
    <message>
        <source>sum of the tensors as the stock mix {mix} has them, × what published files of this mix weigh over it</source>
        <translation>按标准混合量化 {mix} 的各张量之和，× 此混合量化的已发布文件与之相比的大小</translation>
    </message>
    <message>
        <source>sum of the tensors in the file, each rounded up to 32 bytes</source>
        <translation>文件里各张量之和，每个向上取整到 32 字节</translation>
    </message>
    <message>
        <source>sum of the tensors that the converter writes, each in the type the quantizer gives it</source>
        <translation>转换器写出的各张量之和，每个按量化器给它的类型计</translation>
    </message>
    <message>
        <source>systemd runs on Linux only.</source>
        <translation>systemd 只在 Linux 上有。</translation>
    </message>
    <message>
        <source>taken as CUDA's</source>
        <translation>与 CUDA 的取值相同</translation>
    </message>
    <message>
        <source>the client's or the gateway's timeout</source>
        <translation>客户端或网关超时</translation>
    </message>
    <message>
        <source>the disk may be full</source>
        <translation>磁盘可能已满</translation>
    </message>
    <message>
        <source>the longest context at which the same sums still fit with {slots} slots</source>
        <translation>{slots} 个槽位时同样的算式仍放得下的最长上下文</translation>
    </message>
    <message>
        <source>the longest context, up to the model's own {limit}, at which the same sums for {requests} requests fit</source>
        <translation>不超过模型自身的 {limit}，{requests} 个请求按同样的算式放得下的最长上下文</translation>
    </message>
    <message>
        <source>the longest context, up to the model's own {limit}, at which the same sums still fit with {slots} slots</source>
        <translation>不超过模型自身的 {limit}，{slots} 个槽位时同样的算式仍放得下的最长上下文</translation>
    </message>
    <message>
        <source>the longest context, up to the model's own {limit}, at which the same sums with {slots} slots still leave {kept} free</source>
        <translation>不超过模型自身的 {limit}，{slots} 个槽位时同样的算式还能留出 {kept} 的最长上下文</translation>
    </message>
    <message>
        <source>the most tokens, up to the model's own {limit}, at which a request holds no more than its {blocks} ÷ {requests} blocks</source>
        <translation>不超过模型自身的 {limit}，一个请求占用不多于 {blocks} ÷ {requests} 块时的最多 token 数</translation>
    </message>
    <message>
        <source>the right end</source>
        <translation>最右端</translation>
    </message>
    <message>
        <source>the scenario's own figures</source>
        <translation>方案里填写的参数</translation>
    </message>
    <message>
        <source>the system refuses it</source>
        <translation>系统拒绝访问</translation>
    </message>
    <message>
        <source>tokenizer</source>
        <translation>分词器</translation>
    </message>
    <message>
        <source>too long: people turn to something else</source>
        <translation>太久：人会去做别的</translation>
    </message>
    <message>
        <source>trtllm-serve --help lists its options.</source>
        <translation>trtllm-serve --help 列出它的选项。</translation>
    </message>
    <message>
        <source>unknown card</source>
        <translation>未知显卡</translation>
    </message>
    <message>
        <source>vLLM 0.33.0 release (parser, v1 scheduler, kv_cache_utils) and what vLLM 0.10 to 0.28 printed</source>
        <translation>vLLM 0.33.0 的发布代码（parser、v1 scheduler、kv_cache_utils）和 vLLM 0.10 到 0.28 打印的内容</translation>
    </message>
    <message>
        <source>vLLM answers with tools only when it was started with both --enable-auto-tool-choice and --tool-call-parser; the parser is the model's own (hermes for Qwen, llama3_json, mistral, glm45, openai for gpt-oss, …).</source>
        <translation>vLLM 只有在启动时同时加了 --enable-auto-tool-choice 和 --tool-call-parser 才能调用工具；解析器随模型而定（Qwen 用 hermes，还有 llama3_json、mistral、glm45，gpt-oss 用 openai 等）。</translation>
    </message>
    <message>
        <source>vLLM reads GGUF of a few architectures only, {name} is none of them, and since 0.33 only with a plugin. Run the GGUF with llama.cpp, Ollama or LM Studio, or give vLLM the model's own safetensors (FP8, AWQ, GPTQ or as published).</source>
        <translation>vLLM 只支持少数架构的 GGUF，{name} 不在其中，而且自 0.33 起还需要插件。请用 llama.cpp、Ollama 或 LM Studio 运行 GGUF，或给 vLLM 用该模型的 safetensors（FP8、AWQ、GPTQ 或原始发布的格式）。</translation>
    </message>
    <message>
        <source>vllm --version prints {version}. Needs uv (docs.astral.sh/uv).</source>
        <translation>vllm --version 打印 {version}。需要 uv（docs.astral.sh/uv）。</translation>
    </message>
    <message>
        <source>{address} names no model.</source>
        <translation>{address} 没有给出模型。</translation>
    </message>
    <message>
        <source>{address} streamed no token.</source>
        <translation>{address} 没有返回任何 token。</translation>
    </message>
    <message>
        <source>{all} cards are attached and the text shows {shown}: the rest is cut off.</source>
        <translation>一共接了 {all} 张卡，文本里只有 {shown} 张，其余被截掉了。</translation>
    </message>
    <message>
        <source>{asked} Give -c what you need (without it the model's own maximum is meant), fewer slots (-np), or keep it in 8 bit (-ctk q8_0 -ctv q8_0 -fa on).</source>
        <translation>{asked}请按需要设置 -c（不设就按模型自身的最大值）、减少槽位（-np），或用 8 位保存（-ctk q8_0 -ctv q8_0 -fa on）。</translation>
    </message>
    <message>
        <source>{asked} requests a second are asked for; with {people} at once about {served} are served, short by {times} times: the time to the first token is then time in the queue, and grows.</source>
        <translation>要求每秒 {asked} 个请求；同时 {people} 个约能服务 {served} 个，差 {times} 倍：首字时间就成了排队时间，还会越来越长。</translation>
    </message>
    <message>
        <source>{asked} tokens are more than the model was made for. Longer needs its rope scaling (YaRN) in the config; forcing it with VLLM_ALLOW_LONG_MAX_MODEL_LEN gives wrong answers.</source>
        <translation>{asked} 个 token 超出了模型的设计长度。更长需要在配置里设置 rope 缩放（YaRN）；用 VLLM_ALLOW_LONG_MAX_MODEL_LEN 强行放开会得到错误的回答。</translation>
    </message>
    <message>
        <source>{asked} tokens are more than the model's own {own}: take --max-model-len {most}, or set its rope scaling (YaRN) in the config. Forcing it with VLLM_ALLOW_LONG_MAX_MODEL_LEN gives wrong answers.</source>
        <translation>{asked} 个 token 超过模型自身的 {own}：请用 --max-model-len {most}，或在配置里设置 rope 缩放（YaRN）。用 VLLM_ALLOW_LONG_MAX_MODEL_LEN 强行放开会得到错误的回答。</translation>
    </message>
    <message>
        <source>{blocks} blocks x {size} tokens = {tokens} tokens of cache.</source>
        <translation>{blocks} 块 × {size} token = {tokens} token 的缓存。</translation>
    </message>
    <message>
        <source>{change} KV cache in 8 bit.</source>
        <translation>{change}KV 缓存用 8 bit。</translation>
    </message>
    <message>
        <source>{change} {other}</source>
        <translation>{change}{other}</translation>
    </message>
    <message>
        <source>{chip} has no native BF16: MLX builds based on BF16 read prompts slowly there; take one based on FP16, or a GGUF.</source>
        <translation>{chip} 没有原生 BF16：基于 BF16 的 MLX 版读提示词慢；用基于 FP16 的，或 GGUF。</translation>
    </message>
    <message>
        <source>{count} cards with expert parallel: each holds its share of the experts.</source>
        <translation>{count} 张卡专家并行：每张放一份专家。</translation>
    </message>
    <message>
        <source>{device} (compute capability {cc}) has no BF16: FP16 (--dtype half) is used.</source>
        <translation>{device}（计算能力 {cc}）没有 BF16：用 FP16（--dtype half）。</translation>
    </message>
    <message>
        <source>{device} (compute capability {cc}) has no native FP8: the weights are unpacked to 16 bit (weight-only, Marlin), which saves memory but not compute; INT8 (W8A8) is its own 8-bit arithmetic.</source>
        <translation>{device}（计算能力 {cc}）没有原生 FP8：权重会解成 16 位来算（仅权重，Marlin），省显存不省算力；它自己的 8 位运算是 INT8（W8A8）。</translation>
    </message>
    <message>
        <source>{device} (compute capability {has}) has no {format} arithmetic: {engine} runs these weights in {cast}.</source>
        <translation>{device}（计算能力 {has}）没有 {format} 运算：{engine} 会以 {cast} 运行这些权重。</translation>
    </message>
    <message>
        <source>{device} (compute capability {have}) has no FP8 units (they come with {units}): a cache in {kind} saves memory there, no time, and only the FlashInfer back end reads it (--attention-backend FLASHINFER); Triton's stops with "type fp8e4nv not supported". Else leave the cache in 16 bit.</source>
        <translation>{device}（计算能力 {have}）没有 FP8 单元（{units} 起才有）：{kind} 缓存在它上面省内存但不省时间，而且只有 FlashInfer 后端能读（--attention-backend FLASHINFER）；Triton 后端会报错 "type fp8e4nv not supported"。否则让缓存保持 16 位。</translation>
    </message>
    <message>
        <source>{device} ({gfx}) has no {format} units, and {engine} has no kernel of its own for it there.</source>
        <translation>{device}（{gfx}）没有 {format} 单元，{engine} 在它上面也没有专门的内核。</translation>
    </message>
    <message>
        <source>{device} ({gfx}) has no {format} units: {engine} runs these weights, which are scaled by blocks, with a general kernel (Triton), which saves memory but no time.</source>
        <translation>{device}（{gfx}）没有 {format} 单元：这些权重按块缩放，{engine} 用通用内核（Triton）运行，省内存但不省时间。</translation>
    </message>
    <message>
        <source>{device} ({gfx}) is not among ROCm's targets: on Linux HSA_OVERRIDE_GFX_VERSION={near} in the server's environment lets it run code made for a near chip; elsewhere, or where that fails, take the Vulkan back end.</source>
        <translation>{device}（{gfx}）不在 ROCm 的支持列表里：在 Linux 上给服务设环境变量 HSA_OVERRIDE_GFX_VERSION={near}，可运行为相近芯片编译的代码；其他系统上，或这样不行时，请用 Vulkan 后端。</translation>
    </message>
    <message>
        <source>{device} ({gfx}) was dropped from ROCm's newer runtimes: take the Vulkan back end, or an older ROCm build.</source>
        <translation>新版 ROCm 不再支持 {device}（{gfx}）：用 Vulkan 后端，或旧的 ROCm 版。</translation>
    </message>
    <message>
        <source>{device} computes in {format} natively: a weight takes half the bytes of 16 bit or fewer, and prompts are read faster too.</source>
        <translation>{device} 原生支持 {format} 运算：每个权重占用的字节是 16 位的一半或更少，读入提示词也更快。</translation>
    </message>
    <message>
        <source>{device} does not compute in {format}: it is unpacked to 16 bit there (weight-only). The memory is saved and single answers come faster, prompts and large batches do not.</source>
        <translation>{device} 不支持 {format} 运算：在那里会先解包成 16 位（只压缩权重）。内存省下来了，单个回答也更快，但提示词处理和大批量不会变快。</translation>
    </message>
    <message>
        <source>{device} has compute capability {cc}: too old for vLLM and SGLang (from 7.5) and TensorRT-LLM (from 8.0).</source>
        <translation>{device} 的计算能力是 {cc}：对 vLLM 和 SGLang（7.5 起）以及 TensorRT-LLM（8.0 起）太旧。</translation>
    </message>
    <message>
        <source>{device} has no FP4 units (those came with Blackwell): the weights are unpacked (weight-only), which saves memory but is no speed-up.</source>
        <translation>{device} 没有 FP4 单元（Blackwell 才有）：权重会解开来算（仅权重），省显存但不会更快。</translation>
    </message>
    <message>
        <source>{device} is a laptop's part: its power limit decides the speed.</source>
        <translation>{device} 是笔记本型号：速度由功耗上限决定。</translation>
    </message>
    <message>
        <source>{device} is a mining card: its maker holds back its arithmetic, and its PCIe link is slow. What is told of prompts is that of the chip, so expect less; single tokens, which wait for memory, come nearer.</source>
        <translation>{device} 是矿卡：厂商限制了它的运算能力，PCIe 链路也慢。这里关于提示词的速度按芯片本身估算，实际会更低；受内存限制的逐个输出则较接近。</translation>
    </message>
    <message>
        <source>{device} is a whole machine: {count} of them are {count} machines, and {engine} is written here for one.</source>
        <translation>{device} 本身就是一整台机器：{count} 个就是 {count} 台机器，而 {engine} 在这里只针对一台。</translation>
    </message>
    <message>
        <source>{device} is a whole machine: {count} of them are {count} machines, joined by their network alone. Each starts its part of the server; what goes over the network is reckoned like a PCIe bus.</source>
        <translation>{device} 本身就是一整台机器：{count} 个就是 {count} 台机器，只靠网络相连。每台各启动服务的一部分；经过网络的部分按 PCIe 总线估算。</translation>
    </message>
    <message>
        <source>{device} is older than any CUDA that llama.cpp is built with, so it runs through Vulkan (driver 470). No speed of such a card is known here, so none is told: a card of its generation gave one token a second with a 3B model. Try it before you rely on it.</source>
        <translation>{device} 比 llama.cpp 构建所用的任何 CUDA 都旧，因此通过 Vulkan（驱动 470）运行。这里没有这种卡的速度数据，所以不给出数字：同代的一块卡跑 3B 模型每秒只有 1 个 token。正式使用前请先试。</translation>
    </message>
    <message>
        <source>{device} is sold with {sizes} GB: set `host_memory_gib`.</source>
        <translation>{device} 有 {sizes} GB 几种内存版本：请设置 `host_memory_gib`。</translation>
    </message>
    <message>
        <source>{device} is sold with {sizes} GB: taken as {size}. Set `memory_gib` for another.</source>
        <translation>{device} 有 {sizes} GB 几种：按 {size} 算。其他请设 `memory_gib`。</translation>
    </message>
    <message>
        <source>{device} is sold with {sold}, this one has {printed}: a modified card. It is counted with what is printed.</source>
        <translation>{device} 出厂是 {sold}，这张有 {printed}：是改装卡。这里按显示的容量计算。</translation>
    </message>
    <message>
        <source>{device} shares the system's RAM, and the tool shows no total: free memory is what the system has free.</source>
        <translation>{device} 与系统共用内存，工具没有显示总量：空闲显存就是系统的空闲内存。</translation>
    </message>
    <message>
        <source>{device} shares the system's RAM: the {printed} printed is the firmware's carve-out, not the budget. Give the RAM's size.</source>
        <translation>{device} 与系统共用内存：打印的 {printed} 是固件划出的部分，不是可用量。请给出内存大小。</translation>
    </message>
    <message>
        <source>{device} shares the system's RAM: {printed} of it is what the tool shows for the GPU.</source>
        <translation>{device} 与系统共用内存：其中 {printed} 是工具显示给 GPU 的部分。</translation>
    </message>
    <message>
        <source>{engine} checks no key, so it listens on this machine only: serve others through the nginx form, which asks them for the key.</source>
        <translation>{engine} 不验密钥，所以只在本机监听：要给别人用，请用 nginx 形式，由它验密钥。</translation>
    </message>
    <message>
        <source>{engine} does not list {device} among its devices.</source>
        <translation>{engine} 支持的设备里没有 {device}。</translation>
    </message>
    <message>
        <source>{engine} does not load {model}: it has no model of that architecture ({architecture}), and Transformers' own cannot run inside it.</source>
        <translation>{engine} 无法加载 {model}：它没有该架构（{architecture}）的实现，Transformers 自带的实现也不能在其中运行。</translation>
    </message>
    <message>
        <source>{engine} does not read {format} weights.</source>
        <translation>{engine} 不读 {format} 权重。</translation>
    </message>
    <message>
        <source>{engine} does not run on Windows itself.</source>
        <translation>{engine} 不能直接在 Windows 上跑。</translation>
    </message>
    <message>
        <source>{engine} does not run on this operating system.</source>
        <translation>{engine} 不支持这个操作系统。</translation>
    </message>
    <message>
        <source>{engine} does not run on {os} with this hardware.</source>
        <translation>{engine} 在 {os} 上不支持这种硬件。</translation>
    </message>
    <message>
        <source>{engine} exports no metrics.</source>
        <translation>{engine} 不导出指标。</translation>
    </message>
    <message>
        <source>{engine} has no KV cache type {asked}: such a setting is refused or ignored, and f16 stays.</source>
        <translation>{engine} 没有 {asked} 这种 KV 缓存类型：这样设置会被拒绝或忽略，仍是 f16。</translation>
    </message>
    <message>
        <source>{engine} has no KV cache type {kv_cache_dtype} for MLX weights.</source>
        <translation>{engine} 对 MLX 权重没有 {kv_cache_dtype} 这种 KV 缓存类型。</translation>
    </message>
    <message>
        <source>{engine} has no `{name}` here.</source>
        <translation>{engine} 这里没有 `{name}` 这一项。</translation>
    </message>
    <message>
        <source>{engine} has no attention kernel for {device} since {version}: it stops at the start.</source>
        <translation>{engine} 自 {version} 起没有适用于 {device} 的注意力内核：启动时就会停止。</translation>
    </message>
    <message>
        <source>{engine} has no backend for {device}.</source>
        <translation>{engine} 没有支持 {device} 的后端。</translation>
    </message>
    <message>
        <source>{engine} has no code for the architecture {architecture}, so no GGUF file of it runs.</source>
        <translation>{engine} 没有 {architecture} 架构的代码，所以它的 GGUF 文件跑不了。</translation>
    </message>
    <message>
        <source>{engine} has no container image for this hardware.</source>
        <translation>{engine} 没有这种硬件的容器镜像。</translation>
    </message>
    <message>
        <source>{engine} has no kernel for {format} on {device}.</source>
        <translation>{engine} 在 {device} 上没有 {format} 的内核。</translation>
    </message>
    <message>
        <source>{engine} is not written here for one model over several machines.</source>
        <translation>这里没有写 {engine} 把一个模型放到多台机器的做法。</translation>
    </message>
    <message>
        <source>{engine} itself does not run on {device}: the plugin {plugin} does ({page}), built on release {release}, with images and memory rules of its own that are not known here.</source>
        <translation>{engine} 本身不能在 {device} 上运行：插件 {plugin}（{page}）可以，它基于 {release} 版，有自己的镜像和内存规则，本程序尚不了解。</translation>
    </message>
    <message>
        <source>{engine} keeps no KV cache in {kind} for {model}: its attention ({architecture}) takes BF16 or FP8 E4M3.</source>
        <translation>{engine} 不支持为 {model} 以 {kind} 存放 KV 缓存：它的注意力（{architecture}）只接受 BF16 或 FP8 E4M3。</translation>
    </message>
    <message>
        <source>{engine} lists no {format} for {device}.</source>
        <translation>{engine} 没有列出 {device} 支持 {format}。</translation>
    </message>
    <message>
        <source>{engine} names compute capability {least} as its floor, but its released packages hold kernels from {built} on: on {device} ({has}) it stops while it starts.</source>
        <translation>{engine} 标称的最低计算能力是 {least}，但它发布的安装包只带 {built} 及以上的内核：在 {device}（{has}）上启动时就会停止。</translation>
    </message>
    <message>
        <source>{engine} needs compute capability {least}; {device} has {has}.</source>
        <translation>{engine} 需要计算能力 {least}；{device} 是 {has}。</translation>
    </message>
    <message>
        <source>{engine} needs {makers}, and this machine has no GPU.</source>
        <translation>{engine} 需要 {makers}，而这台机器没有 GPU。</translation>
    </message>
    <message>
        <source>{engine} needs {makers}; it does not run on {device}.</source>
        <translation>{engine} 需要 {makers}；在 {device} 上跑不了。</translation>
    </message>
    <message>
        <source>{engine} reads GGUF files; {format} is not a GGUF mix.</source>
        <translation>{engine} 读 GGUF 文件；{format} 不是 GGUF 量化。</translation>
    </message>
    <message>
        <source>{engine} reads {format} only with a plugin since {version}.</source>
        <translation>{engine} 从 {version} 起要装插件才读 {format}。</translation>
    </message>
    <message>
        <source>{engine} refuses a KV cache in {kind} with {format} checkpoints.</source>
        <translation>使用 {format} 权重时，{engine} 拒绝 {kind} 的 KV 缓存。</translation>
    </message>
    <message>
        <source>{engine} refuses a context of {wanted} tokens: {model} was made for {most}.</source>
        <translation>{engine} 拒绝 {wanted} token 的上下文：{model} 只支持 {most}。</translation>
    </message>
    <message>
        <source>{engine} takes no weights from Ollama's library.</source>
        <translation>{engine} 不从 Ollama 的模型库取权重。</translation>
    </message>
    <message>
        <source>{engine} would not start here as it is set.</source>
        <translation>按现在的设置，{engine} 在这里启动不了。</translation>
    </message>
    <message>
        <source>{engine} would not start here: beside its weights there is no room for one request of {context} tokens.</source>
        <translation>{engine} 在这里启动不了：放下权重后，装不下一个 {context} token 的请求。</translation>
    </message>
    <message>
        <source>{engine} would not start here: it needs {needed} on a device with {usable} for it.</source>
        <translation>{engine} 在这里启动不了：每卡要 {needed}，可用 {usable}。</translation>
    </message>
    <message>
        <source>{engine} would not start here: what the devices leave takes {needed} of host memory, and there is {usable}.</source>
        <translation>{engine} 在这里启动不了：卡上放不下的要占主机内存 {needed}，而只有 {usable}。</translation>
    </message>
    <message>
        <source>{engine} writes its flags with hyphens: {right}.</source>
        <translation>{engine} 的参数名用连字符：{right}。</translation>
    </message>
    <message>
        <source>{engine} writes its flags with underscores: {right}.</source>
        <translation>{engine} 的参数名用下划线：{right}。</translation>
    </message>
    <message>
        <source>{engine} {version} does not load {model}: the first release that is known to is {since}.</source>
        <translation>{engine} {version} 加载不了 {model}：已知最早能加载的版本是 {since}。</translation>
    </message>
    <message>
        <source>{engine} {version} does not start with drafts by the model's own layers (MTP) over pipeline stages.</source>
        <translation>{engine} {version} 在流水线并行下，不能用模型自带的草稿层（MTP）启动。</translation>
    </message>
    <message>
        <source>{engine} {version}: {source}</source>
        <translation>{engine} {version}：{source}</translation>
    </message>
    <message>
        <source>{engine}: {model}, {quantization}, {users} at once x {context} tokens</source>
        <translation>{engine}：{model}，{quantization}，{users} 人 × {context} token</translation>
    </message>
    <message>
        <source>{experts} experts cannot be dealt out evenly to {ranks} ranks: expert parallel of {good}, or redundant experts that fill them up. The attention heads must be divisible by tensor parallel too.</source>
        <translation>{experts} 个专家无法平均分给 {ranks} 个 rank：专家并行请取 {good}，或用冗余专家补齐。注意力头数也必须能被张量并行整除。</translation>
    </message>
    <message>
        <source>{first} {second}</source>
        <translation>{first}{second}</translation>
    </message>
    <message>
        <source>{flag} does not take {value}.</source>
        <translation>{flag} 不接受 {value}。</translation>
    </message>
    <message>
        <source>{flag} is gone from {engine}, and nothing stands for it: leave it out.</source>
        <translation>{engine} 已移除 {flag}，也没有替代参数：去掉即可。</translation>
    </message>
    <message>
        <source>{flag} is gone from {engine}: take {instead} instead.</source>
        <translation>{engine} 已移除 {flag}：请改用 {instead}。</translation>
    </message>
    <message>
        <source>{flag} is left out: it came with {since}.</source>
        <translation>已略去 {flag}：它从 {since} 才有。</translation>
    </message>
    <message>
        <source>{flag} is the sum: {flag} {total} with {slots} slots gives each {each} tokens. (Ollama and vLLM mean one request's length by their context.)</source>
        <translation>{flag} 是总和：{flag} {total} 配 {slots} 个槽位，每个 {each} token。（Ollama 和 vLLM 的上下文指一个请求的长度。）</translation>
    </message>
    <message>
        <source>{flag} is {other}'s flag: {engine} takes {own} alone.</source>
        <translation>{flag} 是 {other} 的参数：{engine} 只需 {own}。</translation>
    </message>
    <message>
        <source>{flag} is {other}'s flag; {engine} has none for it.</source>
        <translation>{flag} 是 {other} 的参数；{engine} 没有对应的参数。</translation>
    </message>
    <message>
        <source>{flag} {value} avoids a known fault on this device ({source}). Read a few answers before relying on it: starting is not the same as working.</source>
        <translation>{flag} {value} 避开这种设备上的已知问题（{source}）。先看几个回答再依赖它：能启动不等于能用。</translation>
    </message>
    <message>
        <source>{flag}: the {what} of this checkpoint is Python code in its repository, which runs here with all rights of the server. Read it first, and pin the revision that you have read (--revision).</source>
        <translation>{flag}：该检查点的{what}是仓库里的 Python 代码，会在这里以服务器的全部权限运行。请先读一遍，并固定你读过的版本（--revision）。</translation>
    </message>
    <message>
        <source>{format} is the format that it was published in: converting it again gains nothing.</source>
        <translation>{format} 就是它发布时的格式：再转换没有好处。</translation>
    </message>
    <message>
        <source>{format} is weight-only: it saves memory and speeds up single tokens, but prompts (prefill) are computed in 16 bit as before, and this load is mostly prompts.</source>
        <translation>{format} 只量化权重：省显存、单 token 更快，但读提示词（预填充）仍按 16 位计算，而这个负载主要是读提示词。</translation>
    </message>
    <message>
        <source>{format} is weight-only: with {people} at once the arithmetic is what limits, and it is done in 16 bit as before, so it gains little over BF16 where that fits. FP8 or INT8, on cards that compute in them, gain more.</source>
        <translation>{format} 只压缩权重：同时有 {people} 个请求时受限的是计算，而计算仍以 16 位进行，所以在放得下 BF16 的地方比它快不了多少。在支持相应运算的显卡上，FP8 或 INT8 收益更大。</translation>
    </message>
    <message>
        <source>{format} needs compute capability {least} in {engine}; {device} has {has}.</source>
        <translation>在 {engine} 里 {format} 需要计算能力 {least}；{device} 是 {has}。</translation>
    </message>
    <message>
        <source>{format} runs in {engine}'s MLX part; only its llama.cpp part is known here.</source>
        <translation>{format} 由 {engine} 的 MLX 部分运行；这里只了解它的 llama.cpp 部分。</translation>
    </message>
    <message>
        <source>{heads} attention heads are not divisible by {count} cards: tensor parallel {count} would be refused.</source>
        <translation>{heads} 个注意力头不能被 {count} 张卡整除：张量并行 {count} 会被拒绝。</translation>
    </message>
    <message>
        <source>{heads} attention heads can be divided by tensor parallel {good}. Pipeline parallel over all cards works with any number of them, llama.cpp's layer split too; else a card stays idle.</source>
        <translation>{heads} 个注意力头可用张量并行 {good}。流水线并行任意张数都行，llama.cpp 的按层切分也行；否则会有卡闲着。</translation>
    </message>
    <message>
        <source>{held} of {ram} of main memory are taken: {left} are left for the system and other programs. It swaps then, and slows to a crawl. Close what is open, or take a smaller format or a shorter context.</source>
        <translation>{ram} 内存要用掉 {held}，只给系统和其他程序留下 {left}。这样会发生换页，慢得几乎停住。请关掉其他程序，或选更小的格式、更短的上下文。</translation>
    </message>
    <message>
        <source>{idle} of {count} devices are not used by this split.</source>
        <translation>这样切分有 {idle} 张卡用不上（共 {count} 张）。</translation>
    </message>
    <message>
        <source>{mix} follows no published table tensor by tensor: its size is a few per cent unsure. Name the GGUF file for the exact one.</source>
        <translation>{mix} 没有公开的逐张量规则：大小有百分之几的误差。要精确值请指定 GGUF 文件。</translation>
    </message>
    <message>
        <source>{model} does not fit: what {quantization} leaves for main memory is {need}, and it has {usable}.</source>
        <translation>{model} 放不下：{quantization} 留给主机内存的有 {need}，而主机内存只有 {usable}。</translation>
    </message>
    <message>
        <source>{model} does not fit: {quantization} needs {need} a device, {usable} are usable.</source>
        <translation>{model} 放不下：{quantization} 每卡要 {need}，可用 {usable}。</translation>
    </message>
    <message>
        <source>{model} does not run in float16: its numbers overflow, and the answers come out empty.</source>
        <translation>{model} 不能用 float16 运行：数值会溢出，回答会是空的。</translation>
    </message>
    <message>
        <source>{model} has a licence of its own ({licence}), whose terms are not known here: read whether it allows a service for others.</source>
        <translation>{model} 用的是自己的许可证（{licence}），这里不清楚其条款：请确认是否允许对他人提供服务。</translation>
    </message>
    <message>
        <source>{model} has a licence of its own ({licence}), whose terms are not known here: read whether it allows commercial use.</source>
        <translation>{model} 使用自己的许可证（{licence}），其条款这里并不清楚：请查看是否允许商业使用。</translation>
    </message>
    <message>
        <source>{model} has no layers for multi-token prediction (MTP) that are known here.</source>
        <translation>据这里所知，{model} 没有多 token 预测（MTP）层。</translation>
    </message>
    <message>
        <source>{model} is abler by its scores and fits too, but gives about {rate}, the first token after {first}: name it where that is fast enough.</source>
        <translation>{model} 的公开得分更高，也放得下，但要等 {first} 才出首字，之后约 {rate}；若觉得够快，可以指定它。</translation>
    </message>
    <message>
        <source>{model} is abler by its scores and fits too, but with {users} at once each would get about {rate}, the first token after {first}: name it where that is fast enough.</source>
        <translation>{model} 的公开得分更高，也放得下，但 {users} 人同时使用时，每人要等 {first} 才出首字，之后约 {rate}；若觉得够快，可以指定它。</translation>
    </message>
    <message>
        <source>{model} is not on the list of models that {engine} loads.</source>
        <translation>{model} 不在 {engine} 能加载的模型列表中。</translation>
    </message>
    <message>
        <source>{model} judges whether texts are safe: it is not made to answer.</source>
        <translation>{model} 用来判断文本是否安全，不是用来作答的。</translation>
    </message>
    <message>
        <source>{model} scores texts for a question: it answers nobody.</source>
        <translation>{model} 为文本与问题的相关程度打分，不会作答。</translation>
    </message>
    <message>
        <source>{model} turns texts into vectors: it answers nobody.</source>
        <translation>{model} 把文本变成向量，不会作答。</translation>
    </message>
    <message>
        <source>{model} was made for {own} tokens: beyond them its answers fall apart, and a cache for {asked} is for nothing. Ask for {own}; stretching it (YaRN) is not written here for {engine}.</source>
        <translation>{model} 是按 {own} 个 token 训练的：超出后回答会失去条理，为 {asked} 个 token 留的缓存也白费。请改为 {own}；{engine} 的上下文扩展（YaRN）这里没有写。</translation>
    </message>
    <message>
        <source>{model} writes no answers: there is nothing to simulate.</source>
        <translation>{model} 不生成回答：没有可模拟的内容。</translation>
    </message>
    <message>
        <source>{names}: integrated graphics, left out beside the card.</source>
        <translation>{names}：集成显卡，有独立显卡时不计入。</translation>
    </message>
    <message>
        <source>{name} can mean several devices: taken as {taken} (also: {others}).</source>
        <translation>{name} 可指几种设备：按 {taken} 处理（另有：{others}）。</translation>
    </message>
    <message>
        <source>{name} can mean several entries: taken as {id}.</source>
        <translation>{name} 可指几个条目：按 {id} 处理。</translation>
    </message>
    <message>
        <source>{name} cannot be read as JSON: {error}.</source>
        <translation>{name} 不能按 JSON 读取：{error}。</translation>
    </message>
    <message>
        <source>{name} cannot be read as safetensors: {error}.</source>
        <translation>{name} 不能按 safetensors 读取：{error}。</translation>
    </message>
    <message>
        <source>{name} cannot be read: {error}.</source>
        <translation>读不了 {name}：{error}。</translation>
    </message>
    <message>
        <source>{name} cannot be read: {why}.</source>
        <translation>无法读取 {name}：{why}。</translation>
    </message>
    <message>
        <source>{name} does not say its architecture.</source>
        <translation>{name} 没有写明架构。</translation>
    </message>
    <message>
        <source>{name} fits several devices: {near}. Which one is it?</source>
        <translation>{name} 符合几种设备：{near}。是哪一个？</translation>
    </message>
    <message>
        <source>{name} has a damaged safetensors header.</source>
        <translation>{name} 的 safetensors 文件头已损坏。</translation>
    </message>
    <message>
        <source>{name} has no `{name2}` of {value} here: it spreads layers over all devices by itself.</source>
        <translation>{name} 在这里没有取值 {value} 的 `{name2}`：它自己把各层分到所有设备上。</translation>
    </message>
    <message>
        <source>{name} has no backend {backend}.</source>
        <translation>{name} 没有 {backend} 后端。</translation>
    </message>
    <message>
        <source>{name} has no token embedding: it is a part of a model.</source>
        <translation>{name} 没有词嵌入：它只是模型的一部分。</translation>
    </message>
    <message>
        <source>{name} has tensors of type {kind}, one of ik_llama.cpp's own.</source>
        <translation>{name} 里有类型为 {kind} 的张量，是 ik_llama.cpp 自有的类型。</translation>
    </message>
    <message>
        <source>{name} has tensors of type {kind}, which llama.cpp has removed; the fork bitnet.cpp uses 36 for its own I2_S.</source>
        <translation>{name} 里有类型为 {kind} 的张量，llama.cpp 已移除该类型；分支 bitnet.cpp 把 36 用作自己的 I2_S。</translation>
    </message>
    <message>
        <source>{name} holds a vocabulary only: no tensors, so nothing to run.</source>
        <translation>{name} 里只有词表，没有张量，跑不了。</translation>
    </message>
    <message>
        <source>{name} is a GGUF file for big-endian machines.</source>
        <translation>{name} 是大端机器用的 GGUF 文件。</translation>
    </message>
    <message>
        <source>{name} is a Git LFS pointer, a few lines in place of the file.</source>
        <translation>{name} 是 Git LFS 指针，只有几行文字，不是文件本身。</translation>
    </message>
    <message>
        <source>{name} is a model that makes pictures or video: it needs ComfyUI-GGUF or stable-diffusion.cpp.</source>
        <translation>{name} 是生成图片或视频的模型：需要 ComfyUI-GGUF 或 stable-diffusion.cpp。</translation>
    </message>
    <message>
        <source>{name} is cut off or damaged at its tensor {name2}.</source>
        <translation>{name} 在张量 {name2} 处截断或损坏。</translation>
    </message>
    <message>
        <source>{name} is larger than 1 MiB; a scenario is a few hundred bytes.</source>
        <translation>{name} 超过 1 MiB；方案只有几百字节。</translation>
    </message>
    <message>
        <source>{name} is larger than {value} MB; a config is not.</source>
        <translation>{name} 超过 {value} MB；配置文件没有这么大。</translation>
    </message>
    <message>
        <source>{name} is no figure of a promise.</source>
        <translation>{name} 不是可以承诺的指标。</translation>
    </message>
    <message>
        <source>{name} is no model: it is an adapter (LoRA) for a base model.</source>
        <translation>{name} 不是模型：它是某个基座模型的适配器（LoRA）。</translation>
    </message>
    <message>
        <source>{name} is no model: it is an importance matrix, what a quantizer weighs tensors with.</source>
        <translation>{name} 不是模型：它是重要性矩阵，量化时用来给张量加权。</translation>
    </message>
    <message>
        <source>{name} is no model: it is the vision or audio part of one (projector).</source>
        <translation>{name} 不是模型：它是模型的视觉或音频部分（投影器）。</translation>
    </message>
    <message>
        <source>{name} is no ordinary file.</source>
        <translation>{name} 不是普通文件。</translation>
    </message>
    <message>
        <source>{name} is no safetensors index.</source>
        <translation>{name} 不是 safetensors 索引。</translation>
    </message>
    <message>
        <source>{name} is no whole safetensors file: its header does not fit in it.</source>
        <translation>{name} 不是完整的 safetensors 文件：文件头超出了文件本身。</translation>
    </message>
    <message>
        <source>{name} is not JSON.</source>
        <translation>{name} 不是 JSON。</translation>
    </message>
    <message>
        <source>{name} is not UTF-8 text.</source>
        <translation>{name} 不是 UTF-8 文本。</translation>
    </message>
    <message>
        <source>{name} is not in the catalog, and its memory is not in the text.</source>
        <translation>目录里没有 {name}，文本里也没有它的显存大小。</translation>
    </message>
    <message>
        <source>{name} is not in the catalog: only its memory is known.</source>
        <translation>{name} 不在目录里：只知道它的显存。</translation>
    </message>
    <message>
        <source>{name} is the architecture of a vision projector (mmproj), not of a model: give the text model with -m and this file with --mmproj.</source>
        <translation>{name} 是视觉投影器（mmproj）的架构，不是模型：用 -m 指定文本模型，用 --mmproj 指定这个文件。</translation>
    </message>
    <message>
        <source>{name} is too large to be an index.</source>
        <translation>{name} 太大，不会是索引文件。</translation>
    </message>
    <message>
        <source>{name} knows no KV cache type {kv_cache_dtype}.</source>
        <translation>{name} 不认得 {kv_cache_dtype} 这种 KV 缓存类型。</translation>
    </message>
    <message>
        <source>{name} reads GGUF files; {name2} is not a GGUF mix.</source>
        <translation>{name} 读 GGUF 文件；{name2} 不是 GGUF 的混合量化。</translation>
    </message>
    <message>
        <source>{name} with {printed} is a modified card: nobody sells it so. It is counted with what is printed.</source>
        <translation>{name} 带 {printed} 显存是改装卡：没有厂家这样出售。按工具打印的数值计算。</translation>
    </message>
    <message>
        <source>{name} {queue}: who comes when so many wait already is refused at once (503); leave it out to let everybody wait.</source>
        <translation>{name} {queue}：已有这么多请求在排队时，新来的会立即被拒绝（503）；去掉它则让所有人排队等待。</translation>
    </message>
    <message>
        <source>{name} {why}.</source>
        <translation>{name} {why}。</translation>
    </message>
    <message>
        <source>{name}'s memory is known for GPUs only, and this machine has none.</source>
        <translation>{name} 的内存用量只在 GPU 上有数，而这台机器没有 GPU。</translation>
    </message>
    <message>
        <source>{name}: {share} % of it is in host memory, which slows every token.</source>
        <translation>{name}：有 {share} % 在主机内存里，每个 token 都会变慢。</translation>
    </message>
    <message>
        <source>{name}: {size} is less than its weights alone at 4 bit: do not trust this size, look at nvidia-smi or rocm-smi.</source>
        <translation>{name}：{size} 比它 4 位权重还小：别信这个数，请看 nvidia-smi 或 rocm-smi。</translation>
    </message>
    <message>
        <source>{needed} of RAM are needed and {free} are free (what fits on the GPU is already taken off): a smaller model, a smaller quantization or a shorter num_ctx. Swap would start it, at a crawl.</source>
        <translation>需要 {needed} 内存，空闲 {free}（能放进 GPU 的已扣除）：换更小的模型、更小的量化或更短的 num_ctx。用交换分区能启动，但极慢。</translation>
    </message>
    <message>
        <source>{nodes} machines (nodes) of one GPU each, joined by their network alone: each starts its part of the server, the first one answers. Join them by the fastest link that they have.</source>
        <translation>{nodes} 台机器（节点），每台一个 GPU，只靠网络相连：每台各启动服务的一部分，由第一台应答。请用它们最快的接口互连。</translation>
    </message>
    <message>
        <source>{nodes} machines (nodes) of {cards} cards in one rack: NVLink joins them all, so each starts its part of one server (the driver's IMEX service must run on every one).</source>
        <translation>同一机柜里的 {nodes} 台机器（节点），每台 {cards} 块卡：NVLink 把它们全部连在一起，所以每台启动同一服务的一部分（每台都要运行驱动的 IMEX 服务）。</translation>
    </message>
    <message>
        <source>{nodes} machines (nodes) of {cards} cards: tensor parallel stays inside a node, pipeline, data or expert parallel goes between them over InfiniBand or the like.</source>
        <translation>{nodes} 台机器（节点），每台 {cards} 张卡：张量并行留在节点内，流水线、数据或专家并行走节点之间的 InfiniBand 之类的网络。</translation>
    </message>
    <message>
        <source>{n} at once: as many as it has slots.</source>
        <translation>同时 {n} 个：有多少槽位就多少。</translation>
    </message>
    <message>
        <source>{n} at once: the most for whom the first token stays under {promise} (p95), as simulated.</source>
        <translation>同时 {n} 个：按模拟，首字时间 p95 不超过 {promise} 的最大人数。</translation>
    </message>
    <message>
        <source>{n} at once: what its slots and KV cache hold at full length.</source>
        <translation>同时 {n} 个：槽位和 KV 缓存在满长度下装得下的数量。</translation>
    </message>
    <message>
        <source>{n} may wait: about {wait} at {time} a request.</source>
        <translation>可排队 {n} 个：按每请求 {time}，约等 {wait}。</translation>
    </message>
    <message>
        <source>{n} may wait: about {wait} of work at that pace.</source>
        <translation>可排队 {n} 个：按这个速度约 {wait} 的工作量。</translation>
    </message>
    <message>
        <source>{n} of {all} layers are on the GPU, the rest in host memory ({size} of weights).</source>
        <translation>{all} 层里有 {n} 层在 GPU，其余在主机内存（权重 {size}）。</translation>
    </message>
    <message>
        <source>{n} of {all} models were made for less than {context} tokens and are left out.</source>
        <translation>{all} 个模型中有 {n} 个的训练长度不到 {context} 个 token，没有列出。</translation>
    </message>
    <message>
        <source>{n} of {layers} layers keep no more than the last {window} tokens (sliding window), which saves {saved} of cache here. {flag} keeps them whole and costs that much: only for taking up earlier points of a conversation.</source>
        <translation>{layers} 层中有 {n} 层只保留最近 {window} 个 token（滑动窗口），在这里省下 {saved} 缓存。{flag} 会让它们完整保留，也就多占这么多：只有要从对话的较早位置继续时才需要。</translation>
    </message>
    <message>
        <source>{n} replicas over {nodes} machines are not written in this form.</source>
        <translation>这种形式不写 {nodes} 台机器上的 {n} 份副本。</translation>
    </message>
    <message>
        <source>{n} requests a minute for each person's own key: twice an even share among {people}. A key that all share needs {all}.</source>
        <translation>每人自己的密钥每分钟 {n} 次：{people} 人均分的两倍。大家共用一个密钥的话需要 {all} 次。</translation>
    </message>
    <message>
        <source>{n} requests a minute: twice what it serves of such requests.</source>
        <translation>每分钟 {n} 次：这类请求它能服务的次数的两倍。</translation>
    </message>
    <message>
        <source>{n} texts may wait: about {wait} at {time} a text. A call may bring a list, of which each text counts.</source>
        <translation>可有 {n} 条文本排队：每条 {time}，共约 {wait}。一次调用可带一个列表，列表中每条文本都计数。</translation>
    </message>
    <message>
        <source>{one} or {other}</source>
        <translation>{one} 或 {other}</translation>
    </message>
    <message>
        <source>{on} of {all} layers are on the GPU; the rest runs on the processor.</source>
        <translation>{all} 层里有 {on} 层在 GPU；其余在处理器上跑。</translation>
    </message>
    <message>
        <source>{path} cannot be written: {strerror}.</source>
        <translation>写不了 {path}：{strerror}。</translation>
    </message>
    <message>
        <source>{path} could not be written.</source>
        <translation>无法写入 {path}。</translation>
    </message>
    <message>
        <source>{path} could not be written: {why}.</source>
        <translation>无法写入 {path}：{why}。</translation>
    </message>
    <message>
        <source>{price} US$ an hour, {use} of the time at work</source>
        <translation>每小时 {price} 美元，{use} 的时间在工作</translation>
    </message>
    <message>
        <source>{price} US$ over {years} years, {use} of the time at work, {power} US$ a kWh</source>
        <translation>{price} 美元摊到 {years} 年，{use} 的时间在工作，电价每千瓦时 {power} 美元</translation>
    </message>
    <message>
        <source>{prompt} prompt tokens ({cached} cached) for {output} of output</source>
        <translation>{output} 个输出 token 配 {prompt} 个提示词 token（其中 {cached} 命中缓存）</translation>
    </message>
    <message>
        <source>{prompt} tokens of prompt and {answer} of answer are more than any context.</source>
        <translation>提示词 {prompt} 个 token 加上回答 {answer} 个 token，超出了任何上下文长度。</translation>
    </message>
    <message>
        <source>{reason} {mend}</source>
        <translation>{reason}{mend}</translation>
    </message>
    <message>
        <source>{replicas} data parallel ranks of {cards} cards each (tensor parallel {cards}) share the experts: none of them holds the whole model.</source>
        <translation>{replicas} 个数据并行组、每组 {cards} 张卡（张量并行 {cards}）共享专家：没有哪一组持有整个模型。</translation>
    </message>
    <message>
        <source>{replicas} data parallel ranks share the experts: none of them holds the whole model.</source>
        <translation>{replicas} 个数据并行的卡组共用专家：没有一组放下整个模型。</translation>
    </message>
    <message>
        <source>{replicas} independent copies of the model (data parallel replicas of {each} cards) behind one address: copies scale with the load, a wider split would leave the cards waiting for each other.</source>
        <translation>一个地址后面放 {replicas} 份独立的模型（每份 {each} 张卡的数据并行）：份数随负载增加，切得更宽只会让卡互相等。</translation>
    </message>
    <message>
        <source>{replicas} independent copies of the model, one a card (data parallel), behind one address: copies scale with the load, a split would leave the cards waiting for each other.</source>
        <translation>{replicas} 份独立的模型副本，每卡一份（数据并行），共用一个地址：副本随负载扩展，拆分则会让各卡互相等待。</translation>
    </message>
    <message>
        <source>{repository} is gated: accept its terms on https://huggingface.co/{repository} and make a token there (Settings, Access Tokens, read). Without it in {name}, or in `hf auth login`, the download ends with error 401.</source>
        <translation>{repository} 需要授权：请在 https://huggingface.co/{repository} 上接受条款，并在那里创建令牌（Settings，Access Tokens，read）。如果 {name} 里没有它，也没有用 `hf auth login` 登录，下载会以 401 错误结束。</translation>
    </message>
    <message>
        <source>{rule}, without the table whose rows stay in the file</source>
        <translation>{rule}，不含留在文件中按行读取的查找表</translation>
    </message>
    <message>
        <source>{running} run and {waiting} wait while the cache is only {used} full: memory is not what limits. Either {slots} is reached, or their prompts are still to be read ({step} tokens a step); then more cards or copies help, or shorter prompts and a prefix cache.</source>
        <translation>{running} 个在运行、{waiting} 个在等待，而缓存只用了 {used}：限制不在内存。要么达到了 {slots}，要么它们的提示词还没读完（每步 {step} 个 token）；这时需要更多显卡或副本，或者缩短提示词并使用前缀缓存。</translation>
    </message>
    <message>
        <source>{running} run and {waiting} wait while the cache is {used} full: the pool of recurrent states is what limits ({state} in use). --max-mamba-cache-size or --mamba-full-memory-ratio gives it more, at the cost of cache.</source>
        <translation>{running} 个在运行、{waiting} 个在等待，缓存用了 {used}：限制在于循环状态池（已用 {state}）。--max-mamba-cache-size 或 --mamba-full-memory-ratio 可以扩大它，代价是缓存变小。</translation>
    </message>
    <message>
        <source>{running} run, {waiting} wait, and the cache is {used} full: it is what limits. About {each} % of it for each that runs. More cache ({share}, an 8-bit KV cache, a smaller quantization, more cards) or shorter requests; a larger {slots} only adds requests that are pushed out again.</source>
        <translation>{running} 个在运行、{waiting} 个在等待，缓存用了 {used}：限制就在缓存。每个在运行的请求约占其中 {each} %。需要更多缓存（{share}、8 位 KV 缓存、更小的量化、更多显卡）或更短的请求；调大 {slots} 只会增加又被挤出去的请求。</translation>
    </message>
    <message>
        <source>{said} All {size} B parameters are read for each token; a mixture of experts reads its active ones alone, and shared memory has room for a large one.</source>
        <translation>{said}每个 token 都要读取全部 {size} B 参数；混合专家模型只读取激活的那些，而共用内存放得下大的混合专家模型。</translation>
    </message>
    <message>
        <source>{said} But no more than {slots} run at a time, the others wait.</source>
        <translation>{said}但同一时间最多运行 {slots} 个，其余的排队等待。</translation>
    </message>
    <message>
        <source>{said} Set it by {lever}.</source>
        <translation>{said}可通过 {lever} 设置。</translation>
    </message>
    <message>
        <source>{sentence} {next}</source>
        <translation>{sentence}{next}</translation>
    </message>
    <message>
        <source>{share} depends on the version: since {engine} {since} the CUDA graphs (about {graphs} here) are taken out of it, before they came on top. Tune it again after an update.</source>
        <translation>{share} 随版本而变：从 {engine} {since} 起 CUDA 图（这里约 {graphs}）从中扣除，以前是额外加的。升级后要重调。</translation>
    </message>
    <message>
        <source>{share} of the boards' power limit, as such work usually draws, and {host} W for the host; a machine that waits draws {idle} of that (assumptions)</source>
        <translation>按显卡功耗上限的 {share}（这类工作的常见值），加主机 {host} W；空等时只耗其中的 {idle}（假设）</translation>
    </message>
    <message>
        <source>{shell} cannot be started: {why}.</source>
        <translation>启动不了 {shell}：{why}。</translation>
    </message>
    <message>
        <source>{shell} cannot carry {sign} safely: {why}.</source>
        <translation>{shell} 不能安全地带上 {sign}：{why}。</translation>
    </message>
    <message>
        <source>{size} beside them is recurrent state, reserved for max_batch_size {parallel}: it would start with fewer than {few}.</source>
        <translation>此外有 {size} 是按 max_batch_size {parallel} 预留的循环状态：把它设得小于 {few} 即可启动。</translation>
    </message>
    <message>
        <source>{size} is what the card is sold with: taken as the card's. Write RAM beside it where it is the machine's.</source>
        <translation>{size} 正是这张卡出厂时的显存，因此算作显卡的。若它是整机内存，请在旁边写上“内存”。</translation>
    </message>
    <message>
        <source>{size} of the host's part are a table of which each token reads a few rows: on a GPU that shares the main memory the server loads all of it. --lazy-mode on leaves it in the file on an SSD instead, at some speed.</source>
        <translation>主机部分中有 {size} 是一张查找表，每个 token 只读其中几行：GPU 与主机共用内存时，服务会把它全部载入。加上 --lazy-mode on 则让它留在 SSD 上的文件里，速度会慢一些。</translation>
    </message>
    <message>
        <source>{size} of the model (heads, or rows of the vocabulary) is not divisible by tensor parallel {ranks}: take a power of two, or pipeline parallel, which works with any number of cards.</source>
        <translation>模型的 {size}（头数或词表行数）不能被张量并行 {ranks} 整除：请取 2 的幂，或用适合任意卡数的流水线并行。</translation>
    </message>
    <message>
        <source>{size} of the weights are a table of which each token reads a few rows: it does not fit beside the others, so the command keeps it in main memory.</source>
        <translation>权重中有 {size} 是一张查找表，每个 token 只读其中几行：与其余权重放在一起放不下，因此命令让它留在主机内存中。</translation>
    </message>
    <message>
        <source>{size} of the weights are a table of which each token reads a few rows: it does not fit beside the others, so the command leaves it in a file. Keep that on an SSD.</source>
        <translation>权重中有 {size} 是一张查找表，每个 token 只读其中几行：与其余权重放在一起放不下，因此命令让它留在文件里。请把该文件放在 SSD 上。</translation>
    </message>
    <message>
        <source>{size} stands alone in the text: taken as the machine's memory.</source>
        <translation>文本里单独写着 {size}：当作机器的内存。</translation>
    </message>
    <message>
        <source>{size}. Ends with "Finished downloading".</source>
        <translation>{size}。最后一行是 "Finished downloading"。</translation>
    </message>
    <message>
        <source>{size}. Ends with the line success.</source>
        <translation>{size}。最后一行是 success。</translation>
    </message>
    <message>
        <source>{slots} slots SHARE one pool of {cells} cells: any one request may use all of it, together they cannot use more, and an overflow ends requests. So it is without -np since build {since}; with -np {slots} each slot has its own {each}. Give -np and a -c for the sum.</source>
        <translation>{slots} 个槽位共用一个 {cells} 单元的池：任何一个请求可用全部，合起来不能超过，溢出会终止请求。从 {since} 起不带 -np 就是这样；带 -np {slots} 则每个槽位各有 {each}。请给出 -np 和总和的 -c。</translation>
    </message>
    <message>
        <source>{slots} slots SHARE {cells} cells: so a server starts without `-np` (with `-np 4` each slot would have its own).</source>
        <translation>{slots} 个槽位共用 {cells} 个单元：不带 `-np` 启动就是这样（带 `-np 4` 则每个槽位各有一份）。</translation>
    </message>
    <message>
        <source>{source}; fitted on printed pools: half within 8 %, nine in ten within 23 %</source>
        <translation>{source}；按引擎打印的缓存池拟合：一半误差在 8 % 以内，九成在 23 % 以内</translation>
    </message>
    <message>
        <source>{source}; others' prompts met as in M/D/1</source>
        <translation>{source}；遇到他人提示词的等待按 M/D/1 排队计算</translation>
    </message>
    <message>
        <source>{source}; the graph's widest moment, and how many are alive by the peaks that mlx-lm prints</source>
        <translation>{source}；取计算图中最宽的时刻，同时存活的数量按 mlx-lm 打印的峰值推得</translation>
    </message>
    <message>
        <source>{times} requests of the FULL length of {longest} tokens fit at once: {tokens} tokens of cache. Users at once = cache ÷ (prompt + answer): of 800 tokens about {short}.</source>
        <translation>满长度 {longest} token 的请求同时放得下 {times} 个：缓存 {tokens} token。同时人数 = 缓存 ÷（提示词 + 回答）：800 token 的约 {short} 个。</translation>
    </message>
    <message>
        <source>{users} slots work at the same time.</source>
        <translation>{users} 个槽位同时工作。</translation>
    </message>
    <message>
        <source>{version} names no release of {engine}: answered by the rules of {known}.</source>
        <translation>{engine} 没有 {version} 这个版本：按 {known} 的规则回答。</translation>
    </message>
    <message>
        <source>{why}; they are of {part}, on which this figure rests</source>
        <translation>{why}；测的是{part}，这个数由它推出</translation>
    </message>
</context>
<context>
    <name>window</name>
    <message>
        <source>$ per 1M answer tokens</source>
        <translation>每百万回答 token，美元</translation>
    </message>
    <message>
        <source>$ per 1M answer tokens, prompts included</source>
        <translation>每百万回答 token，美元（含提示词）</translation>
    </message>
    <message>
        <source>&amp;About</source>
        <translation>关于(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Compare what is pinned</source>
        <translation>查看对比(&amp;C)</translation>
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
        <source>&amp;Models for this machine</source>
        <translation>这台机器能跑的模型(&amp;M)</translation>
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
        <source>&amp;Pin to compare</source>
        <translation>加入对比(&amp;P)</translation>
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
        <source>(nothing printed)</source>
        <translation>（没有输出）</translation>
    </message>
    <message>
        <source>16-bit rate</source>
        <translation>16 位算力</translation>
    </message>
    <message>
        <source>1M answer tokens with their prompts</source>
        <translation>百万回答 token 的成本（含提示词）</translation>
    </message>
    <message>
        <source>8 people × 32K</source>
        <translation>8 人 × 32K</translation>
    </message>
    <message>
        <source>8 people × 4K</source>
        <translation>8 人 × 4K</translation>
    </message>
    <message>
        <source>A balance</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>A damaged file was put aside: {path}</source>
        <translation>已把损坏的文件移到一旁：{path}</translation>
    </message>
    <message>
        <source>A day of traffic</source>
        <translation>一天的流量</translation>
    </message>
    <message>
        <source>A day's curve</source>
        <translation>一天的曲线</translation>
    </message>
    <message>
        <source>A long prompt that many questions share.</source>
        <translation>很长的提示词，许多问题共用。</translation>
    </message>
    <message>
        <source>A mirror of it</source>
        <translation>它的镜像站</translation>
    </message>
    <message>
        <source>A new scenario</source>
        <translation>新方案</translation>
    </message>
    <message>
        <source>A press takes a value, ↑ and ↓ take the next one.</source>
        <translation>点一下采用某个值，↑ 和 ↓ 采用相邻的值。</translation>
    </message>
    <message>
        <source>A report is for passing on, so that the key is left out: put one of your own where {word} stands.</source>
        <translation>报告是给人传阅的，所以略去了密钥：请在 {word} 处填入自己的密钥。</translation>
    </message>
    <message>
        <source>A round</source>
        <translation>一轮</translation>
    </message>
    <message>
        <source>A round of all</source>
        <translation>全体的一轮</translation>
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
        <source>A step of all that run</source>
        <translation>所有在跑请求的一步</translation>
    </message>
    <message>
        <source>A step of all without drafts</source>
        <translation>全体不起草的一步</translation>
    </message>
    <message>
        <source>A step under way</source>
        <translation>正在进行的一步</translation>
    </message>
    <message>
        <source>A step with prompts, the time it adds</source>
        <translation>带提示词的一步多花的时间</translation>
    </message>
    <message>
        <source>A step without drafts</source>
        <translation>不起草的一步</translation>
    </message>
    <message>
        <source>API, {provider}</source>
        <translation>API，{provider}</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>About {watts} W while busy: {rate} tokens per joule.</source>
        <translation>忙时约 {watts} W：每焦耳 {rate} token。</translation>
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
        <source>All figures are worked out anew for the scenario above.</source>
        <translation>所有数字都随上方方案实时重算。</translation>
    </message>
    <message>
        <source>All run at once at {length} tokens each; at the full {context} it is {holds}.</source>
        <translation>每个请求 {length} token 时全部同时跑；占满 {context} 时只能同时 {holds} 个。</translation>
    </message>
    <message>
        <source>All the same</source>
        <translation>都一样</translation>
    </message>
    <message>
        <source>All together</source>
        <translation>合计吞吐</translation>
    </message>
    <message>
        <source>All together without drafts</source>
        <translation>不起草时合计</translation>
    </message>
    <message>
        <source>All together, tok/s</source>
        <translation>合计 tok/s</translation>
    </message>
    <message>
        <source>All together, {pace} tok/s each</source>
        <translation>合计，每人 {pace} tok/s</translation>
    </message>
    <message>
        <source>All {n} together</source>
        <translation>{n} 路合计</translation>
    </message>
    <message>
        <source>Allow the network and ask pypi.org</source>
        <translation>允许联网并询问 pypi.org</translation>
    </message>
    <message>
        <source>Allow the network when a button asks for it</source>
        <translation>点击需要联网的按钮时允许联网</translation>
    </message>
    <message>
        <source>Also works</source>
        <translation>也可以</translation>
    </message>
    <message>
        <source>An API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>Answer length</source>
        <translation>回答长度</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Arithmetic of a pass</source>
        <translation>一趟的计算</translation>
    </message>
    <message>
        <source>Arithmetic of one token</source>
        <translation>一个 token 的运算</translation>
    </message>
    <message>
        <source>Arrivals</source>
        <translation>请求到达</translation>
    </message>
    <message>
        <source>As good as any tried: {lever} {value}, {n} tok/s in time. A press takes a value.</source>
        <translation>{lever} 取 {value} 已不输给其他值：达标吞吐 {n} tok/s。点一下即可采用某个值。</translation>
    </message>
    <message>
        <source>As it is</source>
        <translation>保持现状</translation>
    </message>
    <message>
        <source>As people write</source>
        <translation>长短不一</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Ask pypi.org</source>
        <translation>询问 pypi.org</translation>
    </message>
    <message>
        <source>Asking at once</source>
        <translation>同时提问</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>正在询问…</translation>
    </message>
    <message>
        <source>At once</source>
        <translation>同时几人</translation>
    </message>
    <message>
        <source>At {n}: {each} tok/s each, {all} together.</source>
        <translation>{n} 人时：每路 {each} tok/s，合计 {all}。</translation>
    </message>
    <message>
        <source>Attention layers</source>
        <translation>注意力层数</translation>
    </message>
    <message>
        <source>Attention mask</source>
        <translation>注意力掩码</translation>
    </message>
    <message>
        <source>Attention of a pass</source>
        <translation>一趟的注意力</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Back in the drawer and in the guide</source>
        <translation>在侧栏和指南里：后退</translation>
    </message>
    <message>
        <source>Back to the figures</source>
        <translation>返回计算结果</translation>
    </message>
    <message>
        <source>Back to the runs</source>
        <translation>返回运行结果</translation>
    </message>
    <message>
        <source>Back to the start</source>
        <translation>回到开头</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>后端</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>显存带宽</translation>
    </message>
    <message>
        <source>Bandwidth divided by the bytes of the weights: the textbook ceiling for one stream, which engines stay below.</source>
        <translation>带宽除以权重字节数：教科书上单路的上限，各引擎都低于它。</translation>
    </message>
    <message>
        <source>Batch sizes in the measured runs</source>
        <translation>实测时录制的批大小个数</translation>
    </message>
    <message>
        <source>Batch sizes of answers</source>
        <translation>回答阶段的批大小个数</translation>
    </message>
    <message>
        <source>Batch sizes of prompts</source>
        <translation>提示词阶段的批大小个数</translation>
    </message>
    <message>
        <source>Batch sizes recorded</source>
        <translation>录制的批大小个数</translation>
    </message>
    <message>
        <source>Behind the present figures</source>
        <translation>当前数字的依据</translation>
    </message>
    <message>
        <source>Behind the texts</source>
        <translation>文字的依据</translation>
    </message>
    <message>
        <source>Beyond that, the pace falls under {pace}.</source>
        <translation>再多，速度就低于 {pace}。</translation>
    </message>
    <message>
        <source>Bits a number of that table</source>
        <translation>该表每个数的位数</translation>
    </message>
    <message>
        <source>Bits a number of the cache</source>
        <translation>缓存每个数的位数</translation>
    </message>
    <message>
        <source>Bits a weight</source>
        <translation>每权重位数</translation>
    </message>
    <message>
        <source>Bits a weight of an expert</source>
        <translation>专家每个权重的位数</translation>
    </message>
    <message>
        <source>Blocks a request holds</source>
        <translation>每请求占的块</translation>
    </message>
    <message>
        <source>Blocks a state takes</source>
        <translation>一份状态占的块数</translation>
    </message>
    <message>
        <source>Blocks of the pool</source>
        <translation>池的块数</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>Buffers between devices</source>
        <translation>设备之间的缓冲</translation>
    </message>
    <message>
        <source>Buffers of the experts</source>
        <translation>专家的缓冲</translation>
    </message>
    <message>
        <source>By people at once: tokens per second of all together · of each.</source>
        <translation>按同时人数：合计每秒 token · 每人每秒 token。</translation>
    </message>
    <message>
        <source>Bytes a cell of the mask</source>
        <translation>掩码每格的字节数</translation>
    </message>
    <message>
        <source>Bytes a number</source>
        <translation>每个数的字节数</translation>
    </message>
    <message>
        <source>Bytes a number of the cache</source>
        <translation>缓存每个数的字节数</translation>
    </message>
    <message>
        <source>Bytes a score</source>
        <translation>每个分数的字节数</translation>
    </message>
    <message>
        <source>Bytes a score with its sorted copies</source>
        <translation>每个分数连同排序副本的字节数</translation>
    </message>
    <message>
        <source>Bytes for each of its channels</source>
        <translation>其中每个通道的字节数</translation>
    </message>
    <message>
        <source>Bytes of a block of the cache's type</source>
        <translation>该缓存类型一块的字节数</translation>
    </message>
    <message>
        <source>Bytes of such a weight</source>
        <translation>这种权重每个的字节数</translation>
    </message>
    <message>
        <source>Cache and queue</source>
        <translation>缓存与排队</translation>
    </message>
    <message>
        <source>Cache of a layer that drafts</source>
        <translation>每个起草层的缓存</translation>
    </message>
    <message>
        <source>Cache of one layer</source>
        <translation>一层的缓存</translation>
    </message>
    <message>
        <source>Cache of one request</source>
        <translation>一个请求的缓存</translation>
    </message>
    <message>
        <source>Cache of one sliding layer</source>
        <translation>一个滑动窗口层的缓存</translation>
    </message>
    <message>
        <source>Cache on all devices</source>
        <translation>所有设备上的缓存</translation>
    </message>
    <message>
        <source>Cached input, $ per 1M</source>
        <translation>缓存输入，每百万美元</translation>
    </message>
    <message>
        <source>Calculator</source>
        <translation>计算器</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>Ceiling of the pace</source>
        <translation>速度上限</translation>
    </message>
    <message>
        <source>Cells of a sliding layer</source>
        <translation>滑动窗口层的格数</translation>
    </message>
    <message>
        <source>Cells of the cache</source>
        <translation>缓存单元</translation>
    </message>
    <message>
        <source>Chance that a drafted token is taken</source>
        <translation>起草的 token 被采纳的概率</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>Change it in the wizard</source>
        <translation>到向导里修改</translation>
    </message>
    <message>
        <source>Change the scenario at the left and pin it too; two or three stand side by side here.</source>
        <translation>在左边改动方案后再加入一次；这里可并排对比两三个。</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>Chapter</source>
        <translation>章节</translation>
    </message>
    <message>
        <source>Chapter {n}</source>
        <translation>第 {n} 章</translation>
    </message>
    <message>
        <source>Chapter {n}, about {minutes} minutes</source>
        <translation>第 {n} 章，约 {minutes} 分钟</translation>
    </message>
    <message>
        <source>Chapter {n}, {title}</source>
        <translation>第 {n} 章，{title}</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>Chat for myself</source>
        <translation>自己聊天用</translation>
    </message>
    <message>
        <source>Check the answers</source>
        <translation>核对答案</translation>
    </message>
    <message>
        <source>Choose a device of the list, or type its bandwidth.</source>
        <translation>从列表里选一个设备，或者填上它的带宽。</translation>
    </message>
    <message>
        <source>Choose a model and a machine first.</source>
        <translation>先选一个模型和一台机器。</translation>
    </message>
    <message>
        <source>Choose another, or type its memory.</source>
        <translation>换一个，或者填上它的显存。</translation>
    </message>
    <message>
        <source>Choose one from the list.</source>
        <translation>请从列表里选一个。</translation>
    </message>
    <message>
        <source>Choose one, or drop a config.json or a .gguf file on the window.</source>
        <translation>请选一个，或把 config.json、.gguf 文件拖到窗口上。</translation>
    </message>
    <message>
        <source>Choosing the next tokens</source>
        <translation>选下一个 token</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>手动选择</translation>
    </message>
    <message>
        <source>Clock of the simulation</source>
        <translation>模拟时钟</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the drawer or a page, stop a run</source>
        <translation>关闭侧栏或页面、停止运行</translation>
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
        <source>Commands (*.{ending})</source>
        <translation>命令 (*.{ending})</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Comparison of the runs</source>
        <translation>几次运行的对比</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算缓冲</translation>
    </message>
    <message>
        <source>Compute in main memory</source>
        <translation>主机内存中的计算缓冲</translation>
    </message>
    <message>
        <source>Concurrency cap</source>
        <translation>并发上限</translation>
    </message>
    <message>
        <source>Constants and where they come from</source>
        <translation>常数及其来源</translation>
    </message>
    <message>
        <source>Context and libraries of the backend</source>
        <translation>后端的上下文和库</translation>
    </message>
    <message>
        <source>Context in all</source>
        <translation>上下文合计</translation>
    </message>
    <message>
        <source>Context per request</source>
        <translation>每个请求的上下文</translation>
    </message>
    <message>
        <source>Continuous</source>
        <translation>连续批处理</translation>
    </message>
    <message>
        <source>Continuous only</source>
        <translation>只看连续批处理</translation>
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
        <source>Copies of an expert's width</source>
        <translation>专家宽度的份数</translation>
    </message>
    <message>
        <source>Copies of the inputs</source>
        <translation>输入的份数</translation>
    </message>
    <message>
        <source>Copies of the model</source>
        <translation>模型份数</translation>
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
        <source>Copy as CSV (commas)</source>
        <translation>复制为 CSV（逗号）</translation>
    </message>
    <message>
        <source>Copy as TSV (tabs)</source>
        <translation>复制为 TSV（制表符）</translation>
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
        <source>Copy of a shared embedding</source>
        <translation>共用嵌入的副本</translation>
    </message>
    <message>
        <source>Copy scenario as &amp;link</source>
        <translation>把方案复制为链接(&amp;L)</translation>
    </message>
    <message>
        <source>Copy the memory table</source>
        <translation>复制显存表</translation>
    </message>
    <message>
        <source>Copy the scenario as a link</source>
        <translation>把方案复制为链接</translation>
    </message>
    <message>
        <source>Copy this explanation</source>
        <translation>复制这段说明</translation>
    </message>
    <message>
        <source>Copy {what}</source>
        <translation>复制{what}</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>Cost of an API</source>
        <translation>API 的成本</translation>
    </message>
    <message>
        <source>Cost of owning</source>
        <translation>自有的成本</translation>
    </message>
    <message>
        <source>Cost of renting</source>
        <translation>租用的成本</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>Counted by the engine's own rules and compared with what it printed.</source>
        <translation>按引擎自己的规则计算，并与它打印的值比对。</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Describe this card</source>
        <translation>填写这张卡的参数</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>Device {n}</source>
        <translation>设备 {n}</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Devices that read together</source>
        <translation>同时读取的卡数</translation>
    </message>
    <message>
        <source>Devices that share each layer</source>
        <translation>分担每一层的设备数</translation>
    </message>
    <message>
        <source>Did you mean {near}? How many there are has a field of its own.</source>
        <translation>是不是指 {near}？数量有单独的一栏。</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>Drafted tokens (MTP)</source>
        <translation>起草 token 数（MTP）</translation>
    </message>
    <message>
        <source>Drafting a token</source>
        <translation>起草一个 token</translation>
    </message>
    <message>
        <source>Drafting a token for all</source>
        <translation>为全体起草一个 token</translation>
    </message>
    <message>
        <source>Driver and libraries</source>
        <translation>驱动和库</translation>
    </message>
    <message>
        <source>Drop or open a trace…</source>
        <translation>拖入或打开请求记录…</translation>
    </message>
    <message>
        <source>Each engine says why below.</source>
        <translation>各引擎的原因见下。</translation>
    </message>
    <message>
        <source>Each row has a slot for each of its people ({flag}).</source>
        <translation>每一行都给每个人一个槽位（{flag}）。</translation>
    </message>
    <message>
        <source>Each row has a slot for each of its people.</source>
        <translation>每一行都给每个人一个槽位。</translation>
    </message>
    <message>
        <source>Each value of {lever} is tried under this load.</source>
        <translation>在当前负载下逐个试 {lever} 的取值。</translation>
    </message>
    <message>
        <source>Electricity, $ per kWh</source>
        <translation>电价，美元每千瓦时</translation>
    </message>
    <message>
        <source>Embedding, kept in main memory</source>
        <translation>嵌入，留在主机内存</translation>
    </message>
    <message>
        <source>Empty is as sold. A card that the list lacks is described by its memory and its bandwidth, on which speed depends; with its dense 16-bit rate the first token is told better.</source>
        <translation>留空即按出厂参数。列表里没有的卡，填显存和带宽就能描述，速度主要取决于带宽；再填上 16 位稠密算力，首字时间会更准。</translation>
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
        <source>Engines as of</source>
        <translation>引擎版本</translation>
    </message>
    <message>
        <source>Enter a price…</source>
        <translation>填写价格…</translation>
    </message>
    <message>
        <source>Enter it</source>
        <translation>去填写</translation>
    </message>
    <message>
        <source>Entries of 128 tokens each</source>
        <translation>每 128 个 token 一条的条目</translation>
    </message>
    <message>
        <source>Entries of 4 tokens each</source>
        <translation>每 4 个 token 一条的条目</translation>
    </message>
    <message>
        <source>Error report</source>
        <translation>错误报告</translation>
    </message>
    <message>
        <source>Esc closes · Alt+← previous</source>
        <translation>Esc 关闭 · Alt+← 上一个</translation>
    </message>
    <message>
        <source>Evenly</source>
        <translation>均匀到达</translation>
    </message>
    <message>
        <source>Every engine on this machine</source>
        <translation>各引擎在这台机器上</translation>
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
        <source>Exchange between devices</source>
        <translation>设备之间的交换</translation>
    </message>
    <message>
        <source>Experts a token uses</source>
        <translation>每个 token 用到的专家数</translation>
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
        <source>FLOP per byte read</source>
        <translation>每读一字节的运算量（FLOP/B）</translation>
    </message>
    <message>
        <source>Factor of the engine</source>
        <translation>引擎的系数</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Fall back</source>
        <translation>退路</translation>
    </message>
    <message>
        <source>Fetch the model from</source>
        <translation>从哪里下载模型</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>关键数字</translation>
    </message>
    <message>
        <source>Files in the prompt, quick answers.</source>
        <translation>提示词里带文件，回答要快。</translation>
    </message>
    <message>
        <source>Filter by name</source>
        <translation>按名称筛选</translation>
    </message>
    <message>
        <source>Find a model; in the guide: find text</source>
        <translation>查找模型；在指南里：查找文字</translation>
    </message>
    <message>
        <source>Find in the guide</source>
        <translation>在指南里查找</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>首字时间</translation>
    </message>
    <message>
        <source>First token of each request, s (log)</source>
        <translation>每个请求的首字时间，s（对数）</translation>
    </message>
    <message>
        <source>First token p50</source>
        <translation>首字 p50</translation>
    </message>
    <message>
        <source>First token p95</source>
        <translation>首字 p95</translation>
    </message>
    <message>
        <source>First token s</source>
        <translation>首字 s</translation>
    </message>
    <message>
        <source>First token without the queue</source>
        <translation>不算排队的首字时间</translation>
    </message>
    <message>
        <source>First token, p95</source>
        <translation>首字时间，p95</translation>
    </message>
    <message>
        <source>First token, s (log)</source>
        <translation>首字时间，s（对数）</translation>
    </message>
    <message>
        <source>First token, {n} prompt</source>
        <translation>首字时间，提示词 {n}</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>Five questions</source>
        <translation>五道题</translation>
    </message>
    <message>
        <source>Fixed part of the pool</source>
        <translation>池的固定部分</translation>
    </message>
    <message>
        <source>Fixed time</source>
        <translation>固定时间</translation>
    </message>
    <message>
        <source>Fixed time of a pass</source>
        <translation>一趟的固定时间</translation>
    </message>
    <message>
        <source>Fixed time of a step</source>
        <translation>一步的固定时间</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash attention</translation>
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
        <source>For another card, type its memory and bandwidth.</source>
        <translation>列表里没有的卡，填上它的显存和带宽即可。</translation>
    </message>
    <message>
        <source>Form of the commands</source>
        <translation>命令的形式</translation>
    </message>
    <message>
        <source>Form of the limits</source>
        <translation>限制的形式</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Format, engine</source>
        <translation>格式，引擎</translation>
    </message>
    <message>
        <source>Formula, then the same with your numbers</source>
        <translation>公式，然后代入你的数字</translation>
    </message>
    <message>
        <source>Forward in the guide</source>
        <translation>在指南里：前进</translation>
    </message>
    <message>
        <source>Found names</source>
        <translation>匹配的名称</translation>
    </message>
    <message>
        <source>Free after loading</source>
        <translation>装载后剩余</translation>
    </message>
    <message>
        <source>Free before loading</source>
        <translation>装载前可用</translation>
    </message>
    <message>
        <source>From about {n} streams on, arithmetic limits instead of memory (the upright line).</source>
        <translation>约 {n} 路起，由算力而不是显存限制（竖线）。</translation>
    </message>
    <message>
        <source>From an answer to the next question, on average.</source>
        <translation>从一个回答到下一个问题的平均间隔。</translation>
    </message>
    <message>
        <source>From asking to the last token.</source>
        <translation>从提问到最后一个 token。</translation>
    </message>
    <message>
        <source>From pasted text</source>
        <translation>来自粘贴的文本</translation>
    </message>
    <message>
        <source>From sending a prompt until the first word comes: waiting, then reading the prompt.</source>
        <translation>从发出提示词到出现第一个字：先排队，再读提示词。</translation>
    </message>
    <message>
        <source>From this share of the KV pool on, new requests go to the API.</source>
        <translation>KV 池用到这个比例后，新请求改走 API。</translation>
    </message>
    <message>
        <source>GB (10⁹ bytes)</source>
        <translation>GB（10⁹ 字节）</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Gain from the devices together</source>
        <translation>多卡并行的加速</translation>
    </message>
    <message>
        <source>Gateway</source>
        <translation>网关</translation>
    </message>
    <message>
        <source>GiB (2³⁰ bytes)</source>
        <translation>GiB（2³⁰ 字节）</translation>
    </message>
    <message>
        <source>Give up waiting, give up a request</source>
        <translation>排队时限、请求时限</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>去选择</translation>
    </message>
    <message>
        <source>Graph of the drafts</source>
        <translation>起草的计算图</translation>
    </message>
    <message>
        <source>Graphs</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>Groups of full layers</source>
        <translation>全注意力层的组数</translation>
    </message>
    <message>
        <source>Groups of layers</source>
        <translation>层的组数</translation>
    </message>
    <message>
        <source>Groups of sliding layers</source>
        <translation>滑动窗口层的组数</translation>
    </message>
    <message>
        <source>Groups of state layers</source>
        <translation>状态层的组数</translation>
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
        <source>Half the context</source>
        <translation>上下文减半</translation>
    </message>
    <message>
        <source>Half the people</source>
        <translation>人数减半</translation>
    </message>
    <message>
        <source>Half the prompt</source>
        <translation>提示词减半</translation>
    </message>
    <message>
        <source>Handed to the next stage</source>
        <translation>交给下一段的数据</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Held by</source>
        <translation>所占份额</translation>
    </message>
    <message>
        <source>Held by other programs</source>
        <translation>其他程序占用</translation>
    </message>
    <message>
        <source>Here requests come as set on the left. The calculator's mean counts a share of them as coming at the same moment as everybody's, as in the first round of published runs, and is longer.</source>
        <translation>这里的请求按左侧的设置到达。计算器的均值把一部分请求算作与大家同时到达（如公开测试的第一轮），因此更长。</translation>
    </message>
    <message>
        <source>Here runs what happens when everybody asks at once.</source>
        <translation>这里演示大家同时提问时会发生什么。</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>Highest throughput</source>
        <translation>极限吞吐</translation>
    </message>
    <message>
        <source>Holds at once</source>
        <translation>同时容纳</translation>
    </message>
    <message>
        <source>Holds {n} people at once: p95 of the first token stays under {promise}.</source>
        <translation>撑得住同时 {n} 人：首字时间 p95 不超过 {promise}。</translation>
    </message>
    <message>
        <source>Holds {n} requests per second: p95 of the first token stays under {promise}.</source>
        <translation>撑得住每秒 {n} 个请求：首字时间 p95 不超过 {promise}。</translation>
    </message>
    <message>
        <source>How far such predictions were from measurements</source>
        <translation>这类预测与实测差多少</translation>
    </message>
    <message>
        <source>How fast a prompt is read. Arithmetic sets this pace.</source>
        <translation>读提示词的速度，由算力决定。</translation>
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
        <source>In bursts</source>
        <translation>突发</translation>
    </message>
    <message>
        <source>In force: {value}</source>
        <translation>生效值：{value}</translation>
    </message>
    <message>
        <source>In main memory</source>
        <translation>在主机内存中</translation>
    </message>
    <message>
        <source>In main memory: {size}</source>
        <translation>在主机内存中：{size}</translation>
    </message>
    <message>
        <source>In the guide: {title}</source>
        <translation>见指南：{title}</translation>
    </message>
    <message>
        <source>In the simulator: play or pause, back, on, slower, faster</source>
        <translation>在模拟器里：播放或暂停、后退、前进、变慢、变快</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>正在使用</translation>
    </message>
    <message>
        <source>Input, $ per 1M</source>
        <translation>输入，每百万美元</translation>
    </message>
    <message>
        <source>Inputs of a step</source>
        <translation>一步的输入</translation>
    </message>
    <message>
        <source>Inputs of the single layers</source>
        <translation>各层各自的输入</translation>
    </message>
    <message>
        <source>It failed with {status}.</source>
        <translation>失败，退出码 {status}。</translation>
    </message>
    <message>
        <source>It follows from the other figures; ask one of them.</source>
        <translation>它由其他数字推出，请点开其中一个。</translation>
    </message>
    <message>
        <source>It is chosen in the calculator.</source>
        <translation>在计算器里选择。</translation>
    </message>
    <message>
        <source>It worked.</source>
        <translation>成功。</translation>
    </message>
    <message>
        <source>It would not start, or the device's rates are not known.</source>
        <translation>启动不了，或者不知道设备的速率。</translation>
    </message>
    <message>
        <source>It would not start, so there is nothing to place.</source>
        <translation>启动不了，图上没有点可画。</translation>
    </message>
    <message>
        <source>K numbers a head</source>
        <translation>每个头的 K 个数</translation>
    </message>
    <message>
        <source>K numbers a token and layer</source>
        <translation>每 token 每层的 K 数</translation>
    </message>
    <message>
        <source>KV at the wall</source>
        <translation>KV 到顶</translation>
    </message>
    <message>
        <source>KV budget</source>
        <translation>KV 预算</translation>
    </message>
    <message>
        <source>KV budget {size}</source>
        <translation>KV 预算 {size}</translation>
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
        <source>KV cache in 8 bit</source>
        <translation>KV 缓存用 8 位</translation>
    </message>
    <message>
        <source>KV cache in main memory</source>
        <translation>主机内存中的 KV 缓存</translation>
    </message>
    <message>
        <source>KV cache in {unit}; Enter takes a load</source>
        <translation>KV 缓存，单位 {unit}；按 Enter 采用</translation>
    </message>
    <message>
        <source>KV cache of one token</source>
        <translation>每个 token 的 KV 缓存</translation>
    </message>
    <message>
        <source>KV cache over people</source>
        <translation>KV 缓存随人数变化</translation>
    </message>
    <message>
        <source>KV cache type</source>
        <translation>KV 缓存类型</translation>
    </message>
    <message>
        <source>KV heads on one device</source>
        <translation>一个设备上的 KV 头数</translation>
    </message>
    <message>
        <source>KV peak</source>
        <translation>KV 峰值</translation>
    </message>
    <message>
        <source>KV pool in use, %</source>
        <translation>KV 池占用，%</translation>
    </message>
    <message>
        <source>KV {unit}</source>
        <translation>KV {unit}</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>留作对比</translation>
    </message>
    <message>
        <source>Keep open when the view changes</source>
        <translation>切换视图时保持打开</translation>
    </message>
    <message>
        <source>Keep this run to compare with</source>
        <translation>留下这次运行，用来对比</translation>
    </message>
    <message>
        <source>Kept for images already read</source>
        <translation>为已读图像保留</translation>
    </message>
    <message>
        <source>Kept free</source>
        <translation>留空</translation>
    </message>
    <message>
        <source>Kept {n}</source>
        <translation>留存 {n}</translation>
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
        <source>Largest tensor copied from main memory</source>
        <translation>从主机内存拷来的最大张量</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Layers of a group</source>
        <translation>一组的层数</translation>
    </message>
    <message>
        <source>Layers taken for the vision tower</source>
        <translation>视觉塔按此层数估算</translation>
    </message>
    <message>
        <source>Layers that draft</source>
        <translation>用来起草的层</translation>
    </message>
    <message>
        <source>Lengths</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Lengths come from the trace</source>
        <translation>长度取自请求记录</translation>
    </message>
    <message>
        <source>Let the advisor choose</source>
        <translation>让顾问来选</translation>
    </message>
    <message>
        <source>Let the advisor choose the model</source>
        <translation>让顾问来选模型</translation>
    </message>
    <message>
        <source>Let the wizard recommend</source>
        <translation>让向导推荐</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>负载上限</translation>
    </message>
    <message>
        <source>LiteLLM config</source>
        <translation>LiteLLM 配置</translation>
    </message>
    <message>
        <source>Little or nothing was measured of this figure with this engine on this maker's devices for {model}; these are the errors over all engines and devices, each card predicted without itself.</source>
        <translation>这个数在这个引擎、这家厂商的设备、{model}上几乎没有实测；这里是全部引擎和设备的误差，每块卡都是不看自己预测的。</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Loaded from the guide; Undo brings your scenario back.</source>
        <translation>已从指南载入；撤销可以回到你的方案。</translation>
    </message>
    <message>
        <source>Loads these numbers into the scenario; Undo brings yours back.</source>
        <translation>把这组数字载入方案；撤销可以回到你的方案。</translation>
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
        <source>Look for a &amp;newer version…</source>
        <translation>检查新版本(&amp;N)…</translation>
    </message>
    <message>
        <source>Looked-up tables</source>
        <translation>查找表</translation>
    </message>
    <message>
        <source>Looking at this computer…</source>
        <translation>正在识别这台电脑…</translation>
    </message>
    <message>
        <source>Looking through the catalog…</source>
        <translation>正在查目录…</translation>
    </message>
    <message>
        <source>Lower one of them, or have more devices.</source>
        <translation>调低其中一个，或增加卡数。</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Machines for this m&amp;odel</source>
        <translation>能跑这个模型的机器(&amp;O)</translation>
    </message>
    <message>
        <source>Machines for this model</source>
        <translation>适合这个模型的机器</translation>
    </message>
    <message>
        <source>Machines for {model}</source>
        <translation>适合 {model} 的机器</translation>
    </message>
    <message>
        <source>Made by LLM Deployment Advisor {version} on {date}. Ranges hold the measured value about four times in five.</source>
        <translation>由大模型部署顾问 {version} 于 {date} 生成。实测值约有五分之四落在区间内。</translation>
    </message>
    <message>
        <source>Made of</source>
        <translation>由以下组成</translation>
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
        <source>Make this my plan</source>
        <translation>设为我的方案</translation>
    </message>
    <message>
        <source>Mean depth of the cache</source>
        <translation>缓存平均深度</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Memory bandwidth</source>
        <translation>显存带宽</translation>
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
        <source>Memory of each device</source>
        <translation>每张卡的显存</translation>
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
        <source>Memory that a program sees</source>
        <translation>程序看到的显存</translation>
    </message>
    <message>
        <source>Memory {unit}</source>
        <translation>显存 {unit}</translation>
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
        <source>MiB kept for latent attention</source>
        <translation>给潜在注意力留的 MiB</translation>
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
        <source>Model scores</source>
        <translation>模型评测成绩</translation>
    </message>
    <message>
        <source>ModelScope</source>
        <translation>ModelScope 魔搭</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Models for this machine</source>
        <translation>适合这台机器的模型</translation>
    </message>
    <message>
        <source>Models for {machine}</source>
        <translation>适合 {machine} 的模型</translation>
    </message>
    <message>
        <source>Moment of the simulation</source>
        <translation>模拟时刻</translation>
    </message>
    <message>
        <source>More people, more in all, less for each</source>
        <translation>人越多，合计越多，每人越少</translation>
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
        <source>Most in time with {lever} {value}: {n} tok/s, now {now}. A press takes a value.</source>
        <translation>{lever} 取 {value} 时达标吞吐最高：{n} tok/s，现在是 {now}。点一下即可采用某个值。</translation>
    </message>
    <message>
        <source>Most in time with {lever} {value}: {n} tok/s. A press takes a value.</source>
        <translation>{lever} 取 {value} 时达标吞吐最高：{n} tok/s。点一下即可采用某个值。</translation>
    </message>
    <message>
        <source>Most running at once</source>
        <translation>最多同时运行</translation>
    </message>
    <message>
        <source>Nearest API, {model}</source>
        <translation>最接近的 API，{model}</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>New, open, save, save as</source>
        <translation>新建、打开、保存、另存为</translation>
    </message>
    <message>
        <source>Newer version?</source>
        <translation>检查新版本</translation>
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
        <source>Next: {title}</source>
        <translation>下一章：{title}</translation>
    </message>
    <message>
        <source>No figures yet</source>
        <translation>还没有结果</translation>
    </message>
    <message>
        <source>No load holds the promise: p95 of the first token is over {promise} even at a trickle.</source>
        <translation>任何负载都达不到承诺：请求再少，首字时间 p95 也超过 {promise}。</translation>
    </message>
    <message>
        <source>No load holds the promise: the pace is under {pace} even at a trickle.</source>
        <translation>任何负载都达不到承诺：请求再少，速度也低于 {pace}。</translation>
    </message>
    <message>
        <source>No measurement to compare with.</source>
        <translation>没有可以对照的实测。</translation>
    </message>
    <message>
        <source>No single change that is known would help.</source>
        <translation>已知的任何单项改动都解决不了。</translation>
    </message>
    <message>
        <source>No version of {engine} is named: its speed is as published for builds of all ages; {known} is the newest known.</source>
        <translation>没有指明 {engine} 的版本：速度按各个时期版本的公开测量给出；已知最新的是 {known}。</translation>
    </message>
    <message>
        <source>Nobody waits for it; it only has to get done.</source>
        <translation>没人在等，能做完就行。</translation>
    </message>
    <message>
        <source>Not copied: the clipboard refused.</source>
        <translation>未能复制：剪贴板拒绝了。</translation>
    </message>
    <message>
        <source>Not known here and left out: {fields}</source>
        <translation>这里不认识，已忽略：{fields}</translation>
    </message>
    <message>
        <source>Not quite.</source>
        <translation>不太对。</translation>
    </message>
    <message>
        <source>Not recommended</source>
        <translation>不推荐</translation>
    </message>
    <message>
        <source>Not right</source>
        <translation>不对</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>Nothing is installed or started from here; you paste it where it is to run.</source>
        <translation>这里不安装也不启动任何东西，粘贴到要运行的机器上即可。</translation>
    </message>
    <message>
        <source>Nothing is pinned yet. Pin the present scenario, change it at the left, and pin it again: two or three stand side by side here.</source>
        <translation>还没有方案在对比。先加入当前方案，在左边改动后再加入一次：这里可并排对比两三个。</translation>
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
        <source>Nothing to simulate</source>
        <translation>没有可模拟的</translation>
    </message>
    <message>
        <source>Nothing to simulate yet</source>
        <translation>还没有可模拟的</translation>
    </message>
    <message>
        <source>Now: {load}</source>
        <translation>现在：{load}</translation>
    </message>
    <message>
        <source>Number of these weights</source>
        <translation>这些权重的个数</translation>
    </message>
    <message>
        <source>Numbers in such a block</source>
        <translation>这样一块里的数的个数</translation>
    </message>
    <message>
        <source>Numbers of its position</source>
        <translation>其中位置部分的数</translation>
    </message>
    <message>
        <source>Numbers of recurrent state</source>
        <translation>循环状态的数的个数</translation>
    </message>
    <message>
        <source>Numbers of the latent row</source>
        <translation>潜在向量的数的个数</translation>
    </message>
    <message>
        <source>Numbers of the table picked by n-grams</source>
        <translation>按 n-gram 查找的表中的数</translation>
    </message>
    <message>
        <source>Numbers of the widest layer</source>
        <translation>最宽一层的数</translation>
    </message>
    <message>
        <source>Numbers of the widest moment</source>
        <translation>最宽时刻的数的个数</translation>
    </message>
    <message>
        <source>Of it cached</source>
        <translation>其中命中缓存</translation>
    </message>
    <message>
        <source>Of the budget</source>
        <translation>占预算</translation>
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
        <source>On other devices or in main memory</source>
        <translation>在其他设备或主机内存里</translation>
    </message>
    <message>
        <source>On which system?</source>
        <translation>什么系统？</translation>
    </message>
    <message>
        <source>Once more</source>
        <translation>再来一次</translation>
    </message>
    <message>
        <source>One answer on a clock</source>
        <translation>一次回答的时间</translation>
    </message>
    <message>
        <source>One block</source>
        <translation>一块</translation>
    </message>
    <message>
        <source>One cache for all slots</source>
        <translation>所有槽位共用缓存</translation>
    </message>
    <message>
        <source>One change</source>
        <translation>改一项</translation>
    </message>
    <message>
        <source>One layer's part of a block</source>
        <translation>一块里一层的部分</translation>
    </message>
    <message>
        <source>One line of the pasted text is longer than {limit} characters.</source>
        <translation>粘贴的文本中有一行超过 {limit} 个字符。</translation>
    </message>
    <message>
        <source>One person, short questions.</source>
        <translation>一个人，问题不长。</translation>
    </message>
    <message>
        <source>One request after another</source>
        <translation>逐个请求</translation>
    </message>
    <message>
        <source>One stream alone, averaged over its answer. Every weight is read once a token, so memory speed sets it.</source>
        <translation>单独一路，按整段回答平均。每个 token 要把权重读一遍，所以由显存速度决定。</translation>
    </message>
    <message>
        <source>One stream does {a} operations per byte read, a prompt {b}; arithmetic sets the limit from {ridge} on.</source>
        <translation>单路每读一字节做 {a} 次运算，读提示词是 {b}；超过 {ridge} 后由算力限制。</translation>
    </message>
    <message>
        <source>One stream, tok/s</source>
        <translation>单路 tok/s</translation>
    </message>
    <message>
        <source>One token in the full layers</source>
        <translation>一个 token 在全注意力层</translation>
    </message>
    <message>
        <source>One token in the sliding layers</source>
        <translation>一个 token 在滑动窗口层</translation>
    </message>
    <message>
        <source>One token with its share of the window</source>
        <translation>一个 token 连同它的窗口份额</translation>
    </message>
    <message>
        <source>Only what fits</source>
        <translation>只看放得下的</translation>
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
        <source>Open a trace</source>
        <translation>打开请求记录</translation>
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
        <source>Open the licence texts</source>
        <translation>打开许可证全文</translation>
    </message>
    <message>
        <source>Opened in your browser: {url}</source>
        <translation>已在浏览器中打开：{url}</translation>
    </message>
    <message>
        <source>Opened {path}</source>
        <translation>已打开 {path}</translation>
    </message>
    <message>
        <source>Operations outside matrix units</source>
        <translation>矩阵单元之外的算力</translation>
    </message>
    <message>
        <source>Operations to unpack a weight</source>
        <translation>解开一个权重的运算数</translation>
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
        <source>Orange: reading the prompt. Blue: writing {n} tokens.</source>
        <translation>橙色：读提示词。蓝色：写 {n} 个 token。</translation>
    </message>
    <message>
        <source>Output, $ per 1M</source>
        <translation>输出，每百万美元</translation>
    </message>
    <message>
        <source>Own load</source>
        <translation>自定负载</translation>
    </message>
    <message>
        <source>Own settings</source>
        <translation>引擎参数</translation>
    </message>
    <message>
        <source>Own the device</source>
        <translation>自有显卡</translation>
    </message>
    <message>
        <source>Own the devices</source>
        <translation>自有显卡</translation>
    </message>
    <message>
        <source>Own, $ per 1M answer tokens</source>
        <translation>自有，每百万回答 token，美元</translation>
    </message>
    <message>
        <source>Owning beats {what} from {share} of the time busy.</source>
        <translation>利用率超过 {share} 时，自有比{what}划算。</translation>
    </message>
    <message>
        <source>Owning never beats {what} at this load.</source>
        <translation>这个负载下，自有不会比{what}划算。</translation>
    </message>
    <message>
        <source>Pace</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Pace after it, tok/s</source>
        <translation>之后的速度 tok/s</translation>
    </message>
    <message>
        <source>Pace by number of people</source>
        <translation>各人数的速度</translation>
    </message>
    <message>
        <source>Pace of each, all at once</source>
        <translation>全部同时时每人的速度</translation>
    </message>
    <message>
        <source>Pace of one stream without drafts</source>
        <translation>不起草时单路的速度</translation>
    </message>
    <message>
        <source>Pace, one stream</source>
        <translation>单路速度</translation>
    </message>
    <message>
        <source>Pace, p95, tok/s</source>
        <translation>速度 p95，tok/s</translation>
    </message>
    <message>
        <source>Parameters 10⁹</source>
        <translation>参数 10⁹</translation>
    </message>
    <message>
        <source>Parameters of the vision tower</source>
        <translation>视觉塔的参数量</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>趟数</translation>
    </message>
    <message>
        <source>Paste a link or the text of a vendor's tool</source>
        <translation>粘贴链接或厂商工具的输出</translation>
    </message>
    <message>
        <source>Paste only what the tool printed.</source>
        <translation>只粘贴工具打印的内容。</translation>
    </message>
    <message>
        <source>Patches of the largest picture</source>
        <translation>最大一张图的图块数</translation>
    </message>
    <message>
        <source>Pause (Space)</source>
        <translation>暂停（空格）</translation>
    </message>
    <message>
        <source>Pause to think</source>
        <translation>思考间隔</translation>
    </message>
    <message>
        <source>People</source>
        <translation>人数</translation>
    </message>
    <message>
        <source>People at once</source>
        <translation>同时几人</translation>
    </message>
    <message>
        <source>People in a loop</source>
        <translation>固定人数循环</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>Picture or table (*.png *.svg *.csv)</source>
        <translation>图或表 (*.png *.svg *.csv)</translation>
    </message>
    <message>
        <source>Pin the present one</source>
        <translation>加入当前方案</translation>
    </message>
    <message>
        <source>Pin this scenario to compare it</source>
        <translation>把这个方案加入对比</translation>
    </message>
    <message>
        <source>Pin to compare</source>
        <translation>加入对比</translation>
    </message>
    <message>
        <source>Places found</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Play (Space)</source>
        <translation>播放（空格）</translation>
    </message>
    <message>
        <source>Plot (*.png *.svg)</source>
        <translation>图 (*.png *.svg)</translation>
    </message>
    <message>
        <source>Pool of the smallest stage</source>
        <translation>最小一段的池</translation>
    </message>
    <message>
        <source>Power draw while it is busy</source>
        <translation>忙时功耗</translation>
    </message>
    <message>
        <source>Power draw while it waits</source>
        <translation>空等时功耗</translation>
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
        <source>Predicted against measured, {engine} on {maker}, {model}, each card predicted without itself.</source>
        <translation>预测与实测对比：{engine}，{maker}，{model}；每张卡都不用自己的数据预测。</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>偏好设置</translation>
    </message>
    <message>
        <source>Prefix cache</source>
        <translation>前缀缓存</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Previous chapter: {title}</source>
        <translation>上一章：{title}</translation>
    </message>
    <message>
        <source>Previous region</source>
        <translation>上一个区域</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Price $</source>
        <translation>价格 $</translation>
    </message>
    <message>
        <source>Price and power spread over the tokens it makes while it is busy, for a million answer tokens.</source>
        <translation>把价格和电费分摊到忙碌时生成的 token 上，按每百万个回答 token 计。</translation>
    </message>
    <message>
        <source>Price of one device, $</source>
        <translation>每张卡的价格，美元</translation>
    </message>
    <message>
        <source>Prices</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Prices in Preferences</source>
        <translation>价格在偏好设置里</translation>
    </message>
    <message>
        <source>Prices…</source>
        <translation>价格…</translation>
    </message>
    <message>
        <source>Processor only</source>
        <translation>只有处理器</translation>
    </message>
    <message>
        <source>Programs call it</source>
        <translation>由程序调用</translation>
    </message>
    <message>
        <source>Promise</source>
        <translation>承诺</translation>
    </message>
    <message>
        <source>Promise kept</source>
        <translation>达标率</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词长度</translation>
    </message>
    <message>
        <source>Prompt and answer</source>
        <translation>提示词和回答</translation>
    </message>
    <message>
        <source>Prompt length</source>
        <translation>提示词长度</translation>
    </message>
    <message>
        <source>Prompt tokens in such a step</source>
        <translation>这样一步里的提示词 token</translation>
    </message>
    <message>
        <source>Prompt tokens not in the cache</source>
        <translation>不在缓存里的提示词 token</translation>
    </message>
    <message>
        <source>Prompt {prompt}, answer {answer}</source>
        <translation>提示词 {prompt}，回答 {answer}</translation>
    </message>
    <message>
        <source>Prompts of others met</source>
        <translation>遇到的他人提示词</translation>
    </message>
    <message>
        <source>Prompts of those who join</source>
        <translation>新加入者的提示词</translation>
    </message>
    <message>
        <source>Prompts share 3/4</source>
        <translation>提示词共用 3/4</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供方</translation>
    </message>
    <message>
        <source>Pushed out</source>
        <translation>被挤出</translation>
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
        <source>Quantizations</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Question {n}</source>
        <translation>第 {n} 题</translation>
    </message>
    <message>
        <source>Questions over documents</source>
        <translation>文档问答</translation>
    </message>
    <message>
        <source>Queue length</source>
        <translation>队列长度</translation>
    </message>
    <message>
        <source>Queue, then 429</source>
        <translation>排队，超出返回 429</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>要排队</translation>
    </message>
    <message>
        <source>Quota a user</source>
        <translation>每人配额</translation>
    </message>
    <message>
        <source>Quota for one key</source>
        <translation>每个密钥的配额</translation>
    </message>
    <message>
        <source>RTX 4090, MI300X, M4 Max, cpu …</source>
        <translation>RTX 4090、MI300X、M4 Max、cpu …</translation>
    </message>
    <message>
        <source>Random, steady</source>
        <translation>随机、平稳</translation>
    </message>
    <message>
        <source>Read it</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Reading one token of the cache</source>
        <translation>读缓存里一个 token</translation>
    </message>
    <message>
        <source>Reading the prompt</source>
        <translation>读提示词的速度</translation>
    </message>
    <message>
        <source>Reading the prompt, time</source>
        <translation>读提示词的时间</translation>
    </message>
    <message>
        <source>Reading the state</source>
        <translation>读状态</translation>
    </message>
    <message>
        <source>Reading the weights from memory</source>
        <translation>从显存或内存读权重</translation>
    </message>
    <message>
        <source>Reading the weights in a pass</source>
        <translation>一趟里读权重</translation>
    </message>
    <message>
        <source>Reading the weights in a step</source>
        <translation>一步里读权重</translation>
    </message>
    <message>
        <source>Reading the weights once</source>
        <translation>读一遍权重</translation>
    </message>
    <message>
        <source>Reading what is not in the cache</source>
        <translation>读不在缓存里的部分</translation>
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
        <source>Released</source>
        <translation>发布</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the kept runs</source>
        <translation>移除留存的运行</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>移除{name}</translation>
    </message>
    <message>
        <source>Rent it</source>
        <translation>租用</translation>
    </message>
    <message>
        <source>Rent of one, $ per hour</source>
        <translation>每张卡每小时租金，美元</translation>
    </message>
    <message>
        <source>Rent, $ per hour</source>
        <translation>租金，美元每小时</translation>
    </message>
    <message>
        <source>Report (*.md *.html *.pdf)</source>
        <translation>报告 (*.md *.html *.pdf)</translation>
    </message>
    <message>
        <source>Requests (*.csv)</source>
        <translation>请求 (*.csv)</translation>
    </message>
    <message>
        <source>Requests a second</source>
        <translation>每秒请求数</translation>
    </message>
    <message>
        <source>Requests from {name}</source>
        <translation>请求来自 {name}</translation>
    </message>
    <message>
        <source>Requests of one person at the same moment.</source>
        <translation>一个人同时发出的请求数。</translation>
    </message>
    <message>
        <source>Requests running and waiting over time; at most {n} wait.</source>
        <translation>运行和等待的请求随时间变化；最多 {n} 个在等。</translation>
    </message>
    <message>
        <source>Requests that may wait; the next one is turned away.</source>
        <translation>可以等待的请求数；再来的会被拒绝。</translation>
    </message>
    <message>
        <source>Requests that share it</source>
        <translation>共用它的请求数</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>对</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>对。</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Room for pictures</source>
        <translation>给图片的空间</translation>
    </message>
    <message>
        <source>Room for the numbers in flight while a step is computed.</source>
        <translation>计算一步时中间结果占的地方。</translation>
    </message>
    <message>
        <source>Room to grow</source>
        <translation>还有多少余地</translation>
    </message>
    <message>
        <source>Rows of output</source>
        <translation>输出行数</translation>
    </message>
    <message>
        <source>Rows of the catalog that this scenario uses, and when each was looked at.</source>
        <translation>这个方案用到的目录条目，以及各自的查看日期。</translation>
    </message>
    <message>
        <source>Rule: {source}</source>
        <translation>规则：{source}</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>重新运行</translation>
    </message>
    <message>
        <source>Run for</source>
        <translation>运行时长</translation>
    </message>
    <message>
        <source>Run this check here</source>
        <translation>在本机运行这项检查</translation>
    </message>
    <message>
        <source>Running at once</source>
        <translation>同时运行</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>正在运行…</translation>
    </message>
    <message>
        <source>Runs this one command on this computer and shows what it prints.</source>
        <translation>只在本机运行这一条命令，并显示它的输出。</translation>
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
        <source>Save as script…</source>
        <translation>存为脚本…</translation>
    </message>
    <message>
        <source>Save plot</source>
        <translation>保存图</translation>
    </message>
    <message>
        <source>Save the comparison as CSV</source>
        <translation>把对比保存为 CSV</translation>
    </message>
    <message>
        <source>Save the plot of the sweep</source>
        <translation>保存扫描图</translation>
    </message>
    <message>
        <source>Save the sweep as CSV</source>
        <translation>把扫描存为 CSV</translation>
    </message>
    <message>
        <source>Save this plot</source>
        <translation>保存这张图</translation>
    </message>
    <message>
        <source>Save this run: {name}</source>
        <translation>保存这次运行：{name}</translation>
    </message>
    <message>
        <source>Save {name}…</source>
        <translation>保存 {name}…</translation>
    </message>
    <message>
        <source>Saved {path}</source>
        <translation>已保存 {path}</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Scenario (*.json)</source>
        <translation>方案 (*.json)</translation>
    </message>
    <message>
        <source>Scenarios, models and traces (*.json *.gguf *.csv *.jsonl *.gz);;All files (*)</source>
        <translation>方案、模型与请求记录 (*.json *.gguf *.csv *.jsonl *.gz);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Scores of a batch</source>
        <translation>一批的分数</translation>
    </message>
    <message>
        <source>Scores of models as their makers publish them, and as measured by Artificial Analysis (artificialanalysis.ai) and the Open LLM Leaderboard.</source>
        <translation>模型评测成绩来自厂商公布的数据，以及 Artificial Analysis（artificialanalysis.ai）和 Open LLM Leaderboard 的测量。</translation>
    </message>
    <message>
        <source>Seconds to the first token of each request; {n} of {all} later than promised.</source>
        <translation>每个请求的首字秒数；{all} 个里有 {n} 个晚于承诺。</translation>
    </message>
    <message>
        <source>See also</source>
        <translation>另见</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Serial</source>
        <translation>串行</translation>
    </message>
    <message>
        <source>Serial and continuous</source>
        <translation>串行与连续批处理</translation>
    </message>
    <message>
        <source>Set here, and in the files below. Ctrl+Z takes it back.</source>
        <translation>在这里设好，也写进下面的文件。Ctrl+Z 可撤销。</translation>
    </message>
    <message>
        <source>Set the context per request.</source>
        <translation>请设定每个请求的上下文。</translation>
    </message>
    <message>
        <source>Several people at the same moment.</source>
        <translation>几个人同时用。</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>到达方式</translation>
    </message>
    <message>
        <source>Share of it in use</source>
        <translation>使用比例</translation>
    </message>
    <message>
        <source>Share of the KV pool in use; peak {n} %.</source>
        <translation>KV 池占用比例；峰值 {n} %。</translation>
    </message>
    <message>
        <source>Share of the bandwidth that is reached</source>
        <translation>实际达到的带宽份额</translation>
    </message>
    <message>
        <source>Share of the time busy</source>
        <translation>利用率（忙碌时间占比）</translation>
    </message>
    <message>
        <source>Share of the time it is busy</source>
        <translation>利用率（忙碌时间占比）</translation>
    </message>
    <message>
        <source>Share that asks at the same moment</source>
        <translation>同时提问的比例</translation>
    </message>
    <message>
        <source>Shared prefix</source>
        <translation>共用前缀</translation>
    </message>
    <message>
        <source>Short questions of several people.</source>
        <translation>几个人的短问题。</translation>
    </message>
    <message>
        <source>Show GiB instead of GB</source>
        <translation>容量用 GiB 显示（默认 GB）</translation>
    </message>
    <message>
        <source>Show {unit} instead</source>
        <translation>改用 {unit} 显示</translation>
    </message>
    <message>
        <source>Simulate the scenario's own load.</source>
        <translation>改用方案自己的负载来模拟。</translation>
    </message>
    <message>
        <source>Simulator</source>
        <translation>模拟器</translation>
    </message>
    <message>
        <source>Sliding layers</source>
        <translation>滑动窗口层数</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>槽位</translation>
    </message>
    <message>
        <source>Slots for states</source>
        <translation>状态槽位</translation>
    </message>
    <message>
        <source>Smallest pool of graphs</source>
        <translation>最小的图池</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>出错了</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Speed of the clock</source>
        <translation>时钟速度</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>分布</translation>
    </message>
    <message>
        <source>State</source>
        <translation>循环状态</translation>
    </message>
    <message>
        <source>State for each byte of KV cache</source>
        <translation>每字节 KV 缓存配的状态</translation>
    </message>
    <message>
        <source>State in main memory</source>
        <translation>主机内存中的状态</translation>
    </message>
    <message>
        <source>State of one request</source>
        <translation>一个请求的状态</translation>
    </message>
    <message>
        <source>States a request holds</source>
        <translation>一个请求占的状态数</translation>
    </message>
    <message>
        <source>Static</source>
        <translation>静态批处理</translation>
    </message>
    <message>
        <source>Static and continuous</source>
        <translation>静态与连续批处理</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Step {n}, {title}</source>
        <translation>第 {n} 步，{title}</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the sweep</source>
        <translation>停止扫描</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>路数</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Sweep and what to set</source>
        <translation>扫描与建议设置</translation>
    </message>
    <message>
        <source>Sweep over</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Sweep over {lever}</source>
        <translation>扫描 {lever}</translation>
    </message>
    <message>
        <source>Sweep: first token by load</source>
        <translation>扫描：各负载的首字时间</translation>
    </message>
    <message>
        <source>Switch to {language}</source>
        <translation>切换到 {language}</translation>
    </message>
    <message>
        <source>Tab moves through its figures and links.</source>
        <translation>按 Tab 键在数字和链接间移动。</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Table of positions</source>
        <translation>位置表</translation>
    </message>
    <message>
        <source>Tables and plots</source>
        <translation>表格与图</translation>
    </message>
    <message>
        <source>Take</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>Take the chosen row</source>
        <translation>采用选中的行</translation>
    </message>
    <message>
        <source>Take the settings of {name}</source>
        <translation>采用{name}的设置</translation>
    </message>
    <message>
        <source>Take {what}</source>
        <translation>采用 {what}</translation>
    </message>
    <message>
        <source>Take: {what}</source>
        <translation>采用：{what}</translation>
    </message>
    <message>
        <source>Taken: {what}</source>
        <translation>已采用：{what}</translation>
    </message>
    <message>
        <source>Taking in one token of text</source>
        <translation>读入一个 token 文本的时间</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Text of a vendor's tool</source>
        <translation>厂商工具的输出</translation>
    </message>
    <message>
        <source>The ablest that fit stand first. Enter or a double click takes a row.</source>
        <translation>放得下的排在前面，能力强的优先。按 Enter 或双击采用。</translation>
    </message>
    <message>
        <source>The advisor chose the model: the best that suits task and machine.</source>
        <translation>模型由顾问选定：最适合这项任务和这台机器的那个。</translation>
    </message>
    <message>
        <source>The best that fits</source>
        <translation>放得下的最佳模型</translation>
    </message>
    <message>
        <source>The button asks pypi.org which version is the newest, once. Nothing about you, this computer or your scenario is sent; like every server, pypi.org sees your network address.</source>
        <translation>按下按钮会向 pypi.org 询问一次最新版本号。不会发送任何关于你、这台电脑或方案的信息；和所有服务器一样，pypi.org 会看到你的网络地址。</translation>
    </message>
    <message>
        <source>The calculator has every model and machine.</source>
        <translation>计算器里有全部模型和机器。</translation>
    </message>
    <message>
        <source>The device's rates are not known, so neither are its times.</source>
        <translation>不知道设备的速率，时间也就算不出来。</translation>
    </message>
    <message>
        <source>The device's rates are not known.</source>
        <translation>不知道这张卡的速率。</translation>
    </message>
    <message>
        <source>The fewest cards and the fastest that fit stand first. Enter or a double click takes a row.</source>
        <translation>放得下的排在前面，卡少、速度快的优先。按 Enter 或双击采用。</translation>
    </message>
    <message>
        <source>The file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>The first word soon</source>
        <translation>首字快</translation>
    </message>
    <message>
        <source>The four upper bars by the textbook; the last one is the file of this scenario.</source>
        <translation>上面四条按教科书；最后一条是这个方案的文件。</translation>
    </message>
    <message>
        <source>The load that still holds the promise is shown here.</source>
        <translation>这里显示仍能满足承诺的最大负载。</translation>
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
        <source>The model's own context</source>
        <translation>模型自身的上下文</translation>
    </message>
    <message>
        <source>The model's own layers for multi-token prediction guess so many tokens ahead; one step checks them. Two to four suit most cards.</source>
        <translation>由模型自带的多 token 预测层往前猜这么多个 token，再用一步核对。多数显卡上取 2 到 4 合适。</translation>
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
        <source>The pasted text is longer than {limit} characters.</source>
        <translation>粘贴的文本超过 {limit} 个字符。</translation>
    </message>
    <message>
        <source>The place in the guide could not be kept: {why}</source>
        <translation>指南的阅读位置没能保存：{why}</translation>
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
        <source>The promise is broken at every value of {lever} tried.</source>
        <translation>{lever} 试过的值都达不到承诺。</translation>
    </message>
    <message>
        <source>The rent of every hour, busy or not, spread over the tokens it makes while it is busy, for a million answer tokens.</source>
        <translation>每个小时的租金，不管忙闲，都分摊到忙时生成的 token 上，按每百万个回答 token 计。</translation>
    </message>
    <message>
        <source>The rest of the scenario</source>
        <translation>方案的其余部分</translation>
    </message>
    <message>
        <source>The run is kept. Change a lever and compare.</source>
        <translation>已留下这次运行。改一个参数，再来对比。</translation>
    </message>
    <message>
        <source>The same for each device</source>
        <translation>每个设备另加</translation>
    </message>
    <message>
        <source>The same for each layer</source>
        <translation>每层另加</translation>
    </message>
    <message>
        <source>The same for each layer and hidden number</source>
        <translation>每层每个隐藏维另加</translation>
    </message>
    <message>
        <source>The same seed draws the same requests.</source>
        <translation>同一个种子得到同样的请求。</translation>
    </message>
    <message>
        <source>The scenario</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>The scenario comes from the link.</source>
        <translation>方案取自链接。</translation>
    </message>
    <message>
        <source>The scenario comes from the pasted text.</source>
        <translation>方案取自粘贴的文本。</translation>
    </message>
    <message>
        <source>The scenario has an error: the figures are the last valid ones.</source>
        <translation>方案有错误：这里是上一次有效的数字。</translation>
    </message>
    <message>
        <source>The scenario has no answer yet: the figures are those of the worked case.</source>
        <translation>方案还没有结果：这里是贯穿案例的数字。</translation>
    </message>
    <message>
        <source>The size of the KV pool is not known.</source>
        <translation>不知道 KV 池的大小。</translation>
    </message>
    <message>
        <source>The slowest in a hundred, with room, and the wait before it.</source>
        <translation>按最慢的百分之一计，留些余量，再加上之前的排队时间。</translation>
    </message>
    <message>
        <source>The step that checks them</source>
        <translation>核对它们的一步</translation>
    </message>
    <message>
        <source>The step that checks those of all</source>
        <translation>核对全体的一步</translation>
    </message>
    <message>
        <source>The text of nvidia-smi, rocm-smi, amd-smi or system_profiler, or a few words: 2x RTX 3090, 128 GB RAM. It is read here and sent nowhere.</source>
        <translation>nvidia-smi、rocm-smi、amd-smi 或 system_profiler 的文本，或几个词：2x RTX 3090，128 GB 内存。只在本机读取，不会发往任何地方。</translation>
    </message>
    <message>
        <source>The tokens of all streams together, in steady state.</source>
        <translation>稳定运行时各路合计的 token 数。</translation>
    </message>
    <message>
        <source>The two acts by prompt length</source>
        <translation>两幕随提示词长度的变化</translation>
    </message>
    <message>
        <source>The vision tower over its largest picture</source>
        <translation>视觉塔处理最大的一张图</translation>
    </message>
    <message>
        <source>The widest moment of a pass</source>
        <translation>一趟中最宽的时刻</translation>
    </message>
    <message>
        <source>The wizard asks three questions.</source>
        <translation>向导只问三个问题。</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>There are no commands before the scenario has an answer.</source>
        <translation>方案有结果之后，这里才有命令。</translation>
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
        <source>Think it over</source>
        <translation>想一想</translation>
    </message>
    <message>
        <source>This API asks for 1M tokens: input {input}, cached input {cached}, output {output}.</source>
        <translation>这个 API 每百万 token 的价格：输入 {input}，命中缓存的输入 {cached}，输出 {output}。</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>这台电脑</translation>
    </message>
    <message>
        <source>This computer has not been looked at yet.</source>
        <translation>还没有识别这台电脑。</translation>
    </message>
    <message>
        <source>This engine has no levers that a command sets.</source>
        <translation>这个引擎没有能用命令设的参数。</translation>
    </message>
    <message>
        <source>This is the newest version, {own}.</source>
        <translation>现在就是最新版本 {own}。</translation>
    </message>
    <message>
        <source>This is version {version}.</source>
        <translation>当前版本 {version}。</translation>
    </message>
    <message>
        <source>This model reads at most {n} tokens; more needs stretching (YaRN) and costs quality.</source>
        <translation>这个模型最多读 {n} 个 token；再长要用 YaRN 扩展，质量会打折扣。</translation>
    </message>
    <message>
        <source>This one:</source>
        <translation>指定：</translation>
    </message>
    <message>
        <source>This program is under the MIT licence. It uses Qt and PySide6 under the LGPL 3, as libraries of their own that you may replace by your own build of the same version; their source is at code.qt.io. pyqtgraph and pydantic are under the MIT licence, NumPy and psutil under BSD licences, Python under the PSF licence.</source>
        <translation>本程序采用 MIT 许可证。它以独立动态库的形式使用 LGPL 3 许可的 Qt 和 PySide6，你可以换成自己编译的同版本库；其源代码在 code.qt.io。pyqtgraph 和 pydantic 采用 MIT 许可证，NumPy 和 psutil 采用 BSD 许可证，Python 采用 PSF 许可证。</translation>
    </message>
    <message>
        <source>This question has no answer</source>
        <translation>这个问题无法回答</translation>
    </message>
    <message>
        <source>This range: {why}.</source>
        <translation>这个区间：{why}。</translation>
    </message>
    <message>
        <source>Three scenarios are pinned; take one out first.</source>
        <translation>已有三个方案在对比；请先移出一个。</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐</translation>
    </message>
    <message>
        <source>Throughput over people</source>
        <translation>吞吐随人数变化</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>很紧</translation>
    </message>
    <message>
        <source>Time for each sequence</source>
        <translation>每个序列的时间</translation>
    </message>
    <message>
        <source>Time per token</source>
        <translation>每 token 时间</translation>
    </message>
    <message>
        <source>Time per token p95</source>
        <translation>每 token 用时 p95</translation>
    </message>
    <message>
        <source>Time per token without drafts</source>
        <translation>不起草时每 token 用时</translation>
    </message>
    <message>
        <source>Time per token, ms (log)</source>
        <translation>每 token 用时，ms（对数）</translation>
    </message>
    <message>
        <source>Time to first token</source>
        <translation>首字时间</translation>
    </message>
    <message>
        <source>Time to first token by prompt length</source>
        <translation>各种提示词长度的首字时间</translation>
    </message>
    <message>
        <source>Timeline (*.csv)</source>
        <translation>时间线 (*.csv)</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>To know</source>
        <translation>须知</translation>
    </message>
    <message>
        <source>To the calculator</source>
        <translation>去计算器</translation>
    </message>
    <message>
        <source>To the field</source>
        <translation>去修改</translation>
    </message>
    <message>
        <source>To the wizard</source>
        <translation>去向导</translation>
    </message>
    <message>
        <source>Tokens a block</source>
        <translation>每块的 token</translation>
    </message>
    <message>
        <source>Tokens a block of the window</source>
        <translation>窗口每块的 token</translation>
    </message>
    <message>
        <source>Tokens a round</source>
        <translation>每轮得到的 token</translation>
    </message>
    <message>
        <source>Tokens a step of the cache</source>
        <translation>缓存每步增长的 token</translation>
    </message>
    <message>
        <source>Tokens and first token</source>
        <translation>吞吐与首字</translation>
    </message>
    <message>
        <source>Tokens at the start that all requests have in common, such as a system prompt.</source>
        <translation>所有请求开头相同的 token，例如系统提示词。</translation>
    </message>
    <message>
        <source>Tokens computed at a time</source>
        <translation>一次计算的 token</translation>
    </message>
    <message>
        <source>Tokens drafted a round</source>
        <translation>每轮起草的 token</translation>
    </message>
    <message>
        <source>Tokens kept of a request in such a layer</source>
        <translation>此类层中每个请求保留的词元数</translation>
    </message>
    <message>
        <source>Tokens of all together</source>
        <translation>合计 token</translation>
    </message>
    <message>
        <source>Tokens of the pool</source>
        <translation>池的 token</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>每秒 token 数</translation>
    </message>
    <message>
        <source>Tokens per second over everything else.</source>
        <translation>每秒 token 数高于一切。</translation>
    </message>
    <message>
        <source>Tokens per second over {time}, highest {n}.</source>
        <translation>{time} 内的每秒 token 数，最高 {n}。</translation>
    </message>
    <message>
        <source>Tokens per second, all requests</source>
        <translation>每秒 token 数，全部请求</translation>
    </message>
    <message>
        <source>Tokens the cache holds</source>
        <translation>缓存装得下的 token 数</translation>
    </message>
    <message>
        <source>Tokens under way</source>
        <translation>处理中的 token</translation>
    </message>
    <message>
        <source>Too long</source>
        <translation>请求过长</translation>
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
        <source>Traces (*.csv *.jsonl *.gz)</source>
        <translation>请求记录 (*.csv *.jsonl *.gz)</translation>
    </message>
    <message>
        <source>Twice the people, twice the notes</source>
        <translation>人数翻倍，KV 翻倍</translation>
    </message>
    <message>
        <source>Type of the cache</source>
        <translation>缓存类型</translation>
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
        <source>Unpin</source>
        <translation>移出对比</translation>
    </message>
    <message>
        <source>Unpin: {what}</source>
        <translation>移出对比：{what}</translation>
    </message>
    <message>
        <source>Usable memory</source>
        <translation>可用显存</translation>
    </message>
    <message>
        <source>Usable {unit}</source>
        <translation>可用 {unit}</translation>
    </message>
    <message>
        <source>Use &amp;this computer</source>
        <translation>使用这台电脑(&amp;T)</translation>
    </message>
    <message>
        <source>Use a context of {n}</source>
        <translation>上下文改为 {n}</translation>
    </message>
    <message>
        <source>Use this computer</source>
        <translation>使用这台电脑</translation>
    </message>
    <message>
        <source>Use {n}</source>
        <translation>改成 {n}</translation>
    </message>
    <message>
        <source>V numbers a head</source>
        <translation>每个头的 V 个数</translation>
    </message>
    <message>
        <source>V numbers a token and layer</source>
        <translation>每 token 每层的 V 数</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Version {newest} is out; this is {own}.</source>
        <translation>新版本 {newest} 已发布；当前是 {own}。</translation>
    </message>
    <message>
        <source>Very mixed</source>
        <translation>差别很大</translation>
    </message>
    <message>
        <source>Vision part</source>
        <translation>视觉部分</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Wait at most</source>
        <translation>最多等待</translation>
    </message>
    <message>
        <source>Waiting for others</source>
        <translation>等待别人</translation>
    </message>
    <message>
        <source>Way</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Weights by precision</source>
        <translation>各精度的权重</translation>
    </message>
    <message>
        <source>Weights in main memory</source>
        <translation>主机内存中的权重</translation>
    </message>
    <message>
        <source>Weights in matrices</source>
        <translation>矩阵中的权重数</translation>
    </message>
    <message>
        <source>Weights in {name}</source>
        <translation>权重换 {name}</translation>
    </message>
    <message>
        <source>Weights left in 16 or 32 bit</source>
        <translation>保留 16 或 32 位的权重数</translation>
    </message>
    <message>
        <source>Weights of one token, by bits a parameter</source>
        <translation>按每参数位数算的权重</translation>
    </message>
    <message>
        <source>Weights of routed experts</source>
        <translation>路由专家的权重数</translation>
    </message>
    <message>
        <source>Weights stored in groups</source>
        <translation>分组存放的权重数</translation>
    </message>
    <message>
        <source>Weights that a token reads</source>
        <translation>一个 token 读的权重</translation>
    </message>
    <message>
        <source>Weights {unit}</source>
        <translation>权重 {unit}</translation>
    </message>
    <message>
        <source>What a round costs besides, measured</source>
        <translation>一轮的其他开销（实测）</translation>
    </message>
    <message>
        <source>What a round of all costs besides, measured</source>
        <translation>全体一轮的其他开销（实测）</translation>
    </message>
    <message>
        <source>What an API asks for a million answer tokens with the prompts that this load needs for them.</source>
        <translation>API 对每百万个回答 token 的收费，含这一负载所需的提示词。</translation>
    </message>
    <message>
        <source>What drafts gain all together, times</source>
        <translation>起草给全体带来的倍数</translation>
    </message>
    <message>
        <source>What drafts gain, times</source>
        <translation>起草带来的倍数</translation>
    </message>
    <message>
        <source>What each step would do</source>
        <translation>每一步的效果</translation>
    </message>
    <message>
        <source>What fits</source>
        <translation>哪些放得下</translation>
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
        <source>What is shown</source>
        <translation>显示什么</translation>
    </message>
    <message>
        <source>What is shown below the runs</source>
        <translation>运行下方显示什么</translation>
    </message>
    <message>
        <source>What loading adds</source>
        <translation>装载时另占</translation>
    </message>
    <message>
        <source>What matters most?</source>
        <translation>最看重什么？</translation>
    </message>
    <message>
        <source>What must lie in main memory beside the devices.</source>
        <translation>显卡之外必须放在主机内存里的部分。</translation>
    </message>
    <message>
        <source>What one token of one request takes in the cache on a device.</source>
        <translation>一个请求的一个 token 在一张卡的缓存里占多少。</translation>
    </message>
    <message>
        <source>What recurrent layers remember. It does not grow with the context.</source>
        <translation>循环层记住的内容，不随上下文增长。</translation>
    </message>
    <message>
        <source>What the check printed</source>
        <translation>检查的输出</translation>
    </message>
    <message>
        <source>What the driver and the libraries take for themselves.</source>
        <translation>驱动和库自己占用的部分。</translation>
    </message>
    <message>
        <source>What the engine may fill on the fullest device.</source>
        <translation>引擎在最满的那张卡上可以用多少。</translation>
    </message>
    <message>
        <source>What to mind</source>
        <translation>注意事项</translation>
    </message>
    <message>
        <source>What to set</source>
        <translation>建议设置</translation>
    </message>
    <message>
        <source>What would change it</source>
        <translation>哪些改动会影响它</translation>
    </message>
    <message>
        <source>What would make it fit</source>
        <translation>怎样才放得下</translation>
    </message>
    <message>
        <source>When it is full</source>
        <translation>满了以后</translation>
    </message>
    <message>
        <source>Where the figure comes from</source>
        <translation>这个数字的来历</translation>
    </message>
    <message>
        <source>Where the figures come from</source>
        <translation>数字从哪来</translation>
    </message>
    <message>
        <source>Which engine, model, quantization and settings for your task on your machine.</source>
        <translation>为你的任务和机器选出引擎、模型、量化与设置。</translation>
    </message>
    <message>
        <source>Which machines?</source>
        <translation>哪些机器能跑？</translation>
    </message>
    <message>
        <source>Which model?</source>
        <translation>哪个模型？</translation>
    </message>
    <message>
        <source>Which models run?</source>
        <translation>能跑哪些模型？</translation>
    </message>
    <message>
        <source>Who is not served by then gives up.</source>
        <translation>到时还没轮到就放弃。</translation>
    </message>
    <message>
        <source>Who runs it?</source>
        <translation>谁来部署？</translation>
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
        <source>Why does the pace fall with more people?</source>
        <translation>人多了速度为什么下降？</translation>
    </message>
    <message>
        <source>Why does the roof look so?</source>
        <translation>屋顶线为什么是这个形状？</translation>
    </message>
    <message>
        <source>Why is the KV cache so large?</source>
        <translation>KV 缓存为什么这么大？</translation>
    </message>
    <message>
        <source>Why is the memory filled so?</source>
        <translation>显存为什么是这样占的？</translation>
    </message>
    <message>
        <source>Why so many tokens together?</source>
        <translation>合计速度为什么是这么多？</translation>
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
        <source>Widest moments alive at once</source>
        <translation>同时存活的最宽时刻数</translation>
    </message>
    <message>
        <source>Width of an expert</source>
        <translation>专家的宽度</translation>
    </message>
    <message>
        <source>Width of an expert's input</source>
        <translation>专家输入的宽度</translation>
    </message>
    <message>
        <source>Width of the widest feed-forward part</source>
        <translation>最宽前馈部分的宽度</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Window tokens a request holds</source>
        <translation>一个请求占的窗口 token</translation>
    </message>
    <message>
        <source>Window tokens for each full one</source>
        <translation>每个全注意力 token 配的窗口 token</translation>
    </message>
    <message>
        <source>With a model and a machine, memory, speed and cost stand here.</source>
        <translation>选好模型和机器后，这里显示显存、速度和成本。</translation>
    </message>
    <message>
        <source>Without its memory bandwidth the memory is answered, speed is not.</source>
        <translation>不知道显存带宽：显存占用算得出，速度算不出。</translation>
    </message>
    <message>
        <source>Without the trace</source>
        <translation>不用请求记录</translation>
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
        <source>Workspace of the matrix library</source>
        <translation>矩阵库的工作区</translation>
    </message>
    <message>
        <source>Years of use</source>
        <translation>使用年限</translation>
    </message>
    <message>
        <source>You asked for this model.</source>
        <translation>这是你指定的模型。</translation>
    </message>
    <message>
        <source>Your own choice</source>
        <translation>你自己的选择</translation>
    </message>
    <message>
        <source>a day</source>
        <translation>一天</translation>
    </message>
    <message>
        <source>a short wait</source>
        <translation>稍等片刻</translation>
    </message>
    <message>
        <source>after {wait} s, after {whole} s</source>
        <translation>{wait} 秒、{whole} 秒</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>all commands</source>
        <translation>全部命令</translation>
    </message>
    <message>
        <source>all together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>all together, tok/s</source>
        <translation>合计 tok/s</translation>
    </message>
    <message>
        <source>answer length</source>
        <translation>回答长度</translation>
    </message>
    <message>
        <source>assumed, see the rule</source>
        <translation>假设值，见规则</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>立刻</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最好</translation>
    </message>
    <message>
        <source>bound by fixed costs</source>
        <translation>受固定开销限制</translation>
    </message>
    <message>
        <source>bound by main memory</source>
        <translation>受主机内存限制</translation>
    </message>
    <message>
        <source>bound by the links</source>
        <translation>受卡间互联限制</translation>
    </message>
    <message>
        <source>by prompt, alone</source>
        <translation>按提示词长度，独占</translation>
    </message>
    <message>
        <source>by the name people or tools give it</source>
        <translation>用大家或工具的叫法</translation>
    </message>
    <message>
        <source>cards</source>
        <translation>显卡数</translation>
    </message>
    <message>
        <source>ceiling without drafts {n}</source>
        <translation>不用草稿的上限 {n}</translation>
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
        <source>continuous</source>
        <translation>连续批处理</translation>
    </message>
    <message>
        <source>data sheet</source>
        <translation>数据手册</translation>
    </message>
    <message>
        <source>decode, 1 stream</source>
        <translation>生成，单路</translation>
    </message>
    <message>
        <source>decode, all streams</source>
        <translation>生成，全部路</translation>
    </message>
    <message>
        <source>decode, {n} streams</source>
        <translation>生成，{n} 路</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>dense models</source>
        <translation>稠密模型</translation>
    </message>
    <message>
        <source>device {size}</source>
        <translation>整卡 {size}</translation>
    </message>
    <message>
        <source>differences from the present run</source>
        <translation>与当前运行的差别</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>driver {driver}</source>
        <translation>驱动 {driver}</translation>
    </message>
    <message>
        <source>each</source>
        <translation>每路</translation>
    </message>
    <message>
        <source>each, tok/s</source>
        <translation>每路 tok/s</translation>
    </message>
    <message>
        <source>fall back</source>
        <translation>退路</translation>
    </message>
    <message>
        <source>first token {mean} on average, {told} in the calculator</source>
        <translation>首个 token 平均 {mean}，计算器中为 {told}</translation>
    </message>
    <message>
        <source>fitted to measurements</source>
        <translation>按实测拟合</translation>
    </message>
    <message>
        <source>format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>from the catalog</source>
        <translation>用目录价</translation>
    </message>
    <message>
        <source>from the estimate, until the sweep is done</source>
        <translation>扫描完成前取自估算</translation>
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
        <source>holds {n} people</source>
        <translation>撑得住 {n} 人</translation>
    </message>
    <message>
        <source>holds {n} req/s</source>
        <translation>撑得住 {n} 请求/s</translation>
    </message>
    <message>
        <source>in time</source>
        <translation>达标</translation>
    </message>
    <message>
        <source>in tokens, about three quarters of a word each</source>
        <translation>单位是 token，每个约一个汉字</translation>
    </message>
    <message>
        <source>it would need {size} of main memory</source>
        <translation>需要主机内存 {size}</translation>
    </message>
    <message>
        <source>it would not start</source>
        <translation>启动不了</translation>
    </message>
    <message>
        <source>it would not start: see Why?</source>
        <translation>启动不了：见“为什么？”</translation>
    </message>
    <message>
        <source>its question is answered</source>
        <translation>本章的题已答对</translation>
    </message>
    <message>
        <source>knee</source>
        <translation>拐点</translation>
    </message>
    <message>
        <source>large loss</source>
        <translation>损失大</translation>
    </message>
    <message>
        <source>last answer at {time}</source>
        <translation>最后一个回答在 {time}</translation>
    </message>
    <message>
        <source>last valid figures; mend the marked field</source>
        <translation>上次有效的数字；请改正标出的一栏</translation>
    </message>
    <message>
        <source>log axes</source>
        <translation>对数坐标</translation>
    </message>
    <message>
        <source>looking at this machine</source>
        <translation>正在识别这台机器</translation>
    </message>
    <message>
        <source>looking for the load</source>
        <translation>正在找负载</translation>
    </message>
    <message>
        <source>loss you notice</source>
        <translation>能察觉到损失</translation>
    </message>
    <message>
        <source>low–high</source>
        <translation>低–高</translation>
    </message>
    <message>
        <source>measured on this computer</source>
        <translation>在本机实测</translation>
    </message>
    <message>
        <source>median of {n} providers</source>
        <translation>{n} 家的中位价</translation>
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
        <source>mixture-of-experts models</source>
        <translation>混合专家模型</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>name the processor under Machine</source>
        <translation>请在“机器”里选处理器</translation>
    </message>
    <message>
        <source>nginx config</source>
        <translation>nginx 配置</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>no API price is known for a model of this size</source>
        <translation>不知道这个大小的模型的 API 价格</translation>
    </message>
    <message>
        <source>no load holds the promise: from the estimate</source>
        <translation>任何负载都达不到承诺：取自估算</translation>
    </message>
    <message>
        <source>no loss seen</source>
        <translation>看不出损失</translation>
    </message>
    <message>
        <source>no price is known for this device; enter it in Preferences</source>
        <translation>不知道这张卡的价格；请在偏好设置里填写</translation>
    </message>
    <message>
        <source>no recommendation</source>
        <translation>没有推荐</translation>
    </message>
    <message>
        <source>nobody in the catalog rents out this device; enter a price in Preferences</source>
        <translation>目录里没有这张卡的租价；请在偏好设置里填写</translation>
    </message>
    <message>
        <source>nobody is served</source>
        <translation>没有请求得到服务</translation>
    </message>
    <message>
        <source>not here</source>
        <translation>此处不可用</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>没有测量</translation>
    </message>
    <message>
        <source>not offered</source>
        <translation>不单独计价</translation>
    </message>
    <message>
        <source>not one request of {tokens} tokens fits</source>
        <translation>连一个 {tokens} token 的请求也装不下</translation>
    </message>
    <message>
        <source>nothing runs this there</source>
        <translation>这台机器跑不了</translation>
    </message>
    <message>
        <source>now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>of {size}</source>
        <translation>/ {size}</translation>
    </message>
    <message>
        <source>of {time}</source>
        <translation>/ {time}</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>on average with {n} at once</source>
        <translation>{n} 人同时问的平均</translation>
    </message>
    <message>
        <source>one batch after the other</source>
        <translation>一批接一批</translation>
    </message>
    <message>
        <source>one dot in {n}</source>
        <translation>每 {n} 个画一点</translation>
    </message>
    <message>
        <source>one hour</source>
        <translation>一小时</translation>
    </message>
    <message>
        <source>one request alone</source>
        <translation>单个请求</translation>
    </message>
    <message>
        <source>one request at a time</source>
        <translation>一次一个请求</translation>
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
        <source>overlap(a, b) = (a⁴ + b⁴)^¼: side by side, the longer of the two and up to 19 % more.</source>
        <translation>overlap(a, b) = (a⁴ + b⁴)^¼：两者并行，取较长者，最多再多 19 %。</translation>
    </message>
    <message>
        <source>p95 of first token, s (log); band: several seeds</source>
        <translation>首字时间 p95，s（对数）；色带：多个种子</translation>
    </message>
    <message>
        <source>pause to think</source>
        <translation>思考间隔</translation>
    </message>
    <message>
        <source>people at once</source>
        <translation>同时几人</translation>
    </message>
    <message>
        <source>per request; you ask {n}</source>
        <translation>每请求，现为 {n}</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>prefix cache</source>
        <translation>前缀缓存</translation>
    </message>
    <message>
        <source>processor only</source>
        <translation>只有处理器</translation>
    </message>
    <message>
        <source>promise {time}</source>
        <translation>承诺 {time}</translation>
    </message>
    <message>
        <source>promised first token</source>
        <translation>承诺的首字时间</translation>
    </message>
    <message>
        <source>promised pace</source>
        <translation>承诺的速度</translation>
    </message>
    <message>
        <source>prompt length</source>
        <translation>提示词长度</translation>
    </message>
    <message>
        <source>prompt tokens</source>
        <translation>提示词 token</translation>
    </message>
    <message>
        <source>prompts included</source>
        <translation>含提示词</translation>
    </message>
    <message>
        <source>pushed out: {n}</source>
        <translation>被挤出：{n}</translation>
    </message>
    <message>
        <source>quantization</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>queue length</source>
        <translation>队列长度</translation>
    </message>
    <message>
        <source>quota a user</source>
        <translation>每人配额</translation>
    </message>
    <message>
        <source>ranked by: {what}</source>
        <translation>排序依据：{what}</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>读提示词</translation>
    </message>
    <message>
        <source>reading each prompt included</source>
        <translation>含读提示词的时间</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>renting for the busy hours alone</source>
        <translation>只在忙时租用</translation>
    </message>
    <message>
        <source>requests a second</source>
        <translation>每秒请求数</translation>
    </message>
    <message>
        <source>requests per second</source>
        <translation>每秒请求数</translation>
    </message>
    <message>
        <source>rests on</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>roof there</source>
        <translation>该处上限</translation>
    </message>
    <message>
        <source>run for</source>
        <translation>运行时长</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>running and waiting</source>
        <translation>运行与等待</translation>
    </message>
    <message>
        <source>running at most</source>
        <translation>最多同时运行</translation>
    </message>
    <message>
        <source>same load, same machine</source>
        <translation>同一负载，同一机器</translation>
    </message>
    <message>
        <source>same model, same load</source>
        <translation>同一模型，同一负载</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>serial</source>
        <translation>串行</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>到达方式</translation>
    </message>
    <message>
        <source>share of the card</source>
        <translation>占显存比例</translation>
    </message>
    <message>
        <source>shared prefix</source>
        <translation>共用前缀</translation>
    </message>
    <message>
        <source>shorten, smaller, API</source>
        <translation>缩短、换小、转 API</translation>
    </message>
    <message>
        <source>simulating, {n} %</source>
        <translation>正在模拟，{n} %</translation>
    </message>
    <message>
        <source>slots set: {slots}; you ask {n}</source>
        <translation>已设槽位 {slots} 个，现为 {n}</translation>
    </message>
    <message>
        <source>small loss</source>
        <translation>损失较小</translation>
    </message>
    <message>
        <source>so that the promise holds</source>
        <translation>满足承诺的设置</translation>
    </message>
    <message>
        <source>specialist clouds</source>
        <translation>专营 GPU 的云</translation>
    </message>
    <message>
        <source>spread</source>
        <translation>分布</translation>
    </message>
    <message>
        <source>static</source>
        <translation>静态批处理</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>textbook</source>
        <translation>教科书</translation>
    </message>
    <message>
        <source>the command “{title}”</source>
        <translation>命令“{title}”</translation>
    </message>
    <message>
        <source>the device's rates are not known</source>
        <translation>不知道这张卡的速率</translation>
    </message>
    <message>
        <source>the largest clouds</source>
        <translation>大型公有云</translation>
    </message>
    <message>
        <source>the load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>the maker's price, {date}</source>
        <translation>厂商价格，{date}</translation>
    </message>
    <message>
        <source>the memory bandwidth is not known</source>
        <translation>不知道显存带宽</translation>
    </message>
    <message>
        <source>the memory is not known</source>
        <translation>不知道显存大小</translation>
    </message>
    <message>
        <source>the model was made for {tokens} tokens</source>
        <translation>该模型最多支持 {tokens} 个 token</translation>
    </message>
    <message>
        <source>the power draw is not known</source>
        <translation>不知道功耗</translation>
    </message>
    <message>
        <source>the rate is not known</source>
        <translation>不知道速率</translation>
    </message>
    <message>
        <source>the report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>the same settings as now</source>
        <translation>与当前设置相同</translation>
    </message>
    <message>
        <source>the smallest changes; each can be undone</source>
        <translation>改动最小的几种，采用后可撤销</translation>
    </message>
    <message>
        <source>the table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>the versions</source>
        <translation>版本信息</translation>
    </message>
    <message>
        <source>this API</source>
        <translation>这家 API 服务</translation>
    </message>
    <message>
        <source>this scenario</source>
        <translation>本方案</translation>
    </message>
    <message>
        <source>timeout</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>to the present scenario</source>
        <translation>放到当前方案上</translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation>tok/s</translation>
    </message>
    <message>
        <source>tok/s each</source>
        <translation>每人 tok/s</translation>
    </message>
    <message>
        <source>tok/s in time</source>
        <translation>达标 tok/s</translation>
    </message>
    <message>
        <source>tokens a pass</source>
        <translation>每遍 token 数</translation>
    </message>
    <message>
        <source>tokens a request</source>
        <translation>每请求 token 数</translation>
    </message>
    <message>
        <source>tokens a step</source>
        <translation>每步 token 数</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>total on the fullest</source>
        <translation>最满的一张合计</translation>
    </message>
    <message>
        <source>total on the fullest, {device}</source>
        <translation>最满的 {device} 合计</translation>
    </message>
    <message>
        <source>trace</source>
        <translation>请求记录</translation>
    </message>
    <message>
        <source>type a name</source>
        <translation>输入名称</translation>
    </message>
    <message>
        <source>typical (low–high)</source>
        <translation>典型值（低–高）</translation>
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
        <source>usable</source>
        <translation>可用</translation>
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
        <source>wait at most</source>
        <translation>最多等待</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>waiting for a machine</source>
        <translation>等待机器</translation>
    </message>
    <message>
        <source>wall: {n} tokens{size}</source>
        <translation>上限：{n} token{size}</translation>
    </message>
    <message>
        <source>weights, {unit}</source>
        <translation>权重，{unit}</translation>
    </message>
    <message>
        <source>what it would do at this load</source>
        <translation>在这个负载下的效果</translation>
    </message>
    <message>
        <source>what went wrong</source>
        <translation>出错原因</translation>
    </message>
    <message>
        <source>what {engine} asks for: {context} tokens that {slots} slots share</source>
        <translation>{engine} 要申请的：{context} token，{slots} 个槽位共用</translation>
    </message>
    <message>
        <source>what {engine} asks for: {slots} × {context} tokens</source>
        <translation>{engine} 要申请的：{slots} × {context} token</translation>
    </message>
    <message>
        <source>worked out here</source>
        <translation>由此算出</translation>
    </message>
    <message>
        <source>working it out…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>写回答</translation>
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
        <source>you asked</source>
        <translation>你设定的</translation>
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
        <source>your price in Preferences</source>
        <translation>偏好设置里你的价格</translation>
    </message>
    <message>
        <source>{all}, {good} in time</source>
        <translation>{all}，其中达标 {good}</translation>
    </message>
    <message>
        <source>{device} is sold with {sizes} GB: taken as {size}. Type what yours has under Main memory.</source>
        <translation>{device} 有 {sizes} GB 几种：这里按 {size} 算。你的不同就填在“主机内存”里。</translation>
    </message>
    <message>
        <source>{device} is sold with {sizes} GB: type what yours has under Main memory.</source>
        <translation>{device} 有 {sizes} GB 几种：请在“主机内存”里填写你的大小。</translation>
    </message>
    <message>
        <source>{each} tok/s each, {all} together</source>
        <translation>每人 {each} tok/s，合计 {all}</translation>
    </message>
    <message>
        <source>{engine} keeps a pool of {n} tokens; it holds {requests} requests of {context}</source>
        <translation>{engine} 保留 {n} token 的池；装得下 {requests} 个 {context} 的请求</translation>
    </message>
    <message>
        <source>{engine} would not start: nothing is left for its cache</source>
        <translation>{engine} 启动不了：没有给缓存剩下空间</translation>
    </message>
    <message>
        <source>{engine} {version} scheduler</source>
        <translation>{engine} {version} 调度器</translation>
    </message>
    <message>
        <source>{engine}'s own settings</source>
        <translation>{engine} 的参数</translation>
    </message>
    <message>
        <source>{engine}, same arrivals</source>
        <translation>{engine}，同样的到达</translation>
    </message>
    <message>
        <source>{engine}: {why}</source>
        <translation>{engine}：{why}</translation>
    </message>
    <message>
        <source>{factor} × as fast</source>
        <translation>速度是原来的 {factor} 倍</translation>
    </message>
    <message>
        <source>{factor} × as fast, all together</source>
        <translation>合计速度是原来的 {factor} 倍</translation>
    </message>
    <message>
        <source>{given} of {all} answered; {needed} right ones pass.</source>
        <translation>已答 {given}/{all}；答对 {needed} 题通过。</translation>
    </message>
    <message>
        <source>{length} tokens a request, context {context}</source>
        <translation>每个请求 {length} token，上下文 {context}</translation>
    </message>
    <message>
        <source>{lever}: {value}. Ctrl+Z takes it back.</source>
        <translation>{lever}：{value}。按 Ctrl+Z 撤销。</translation>
    </message>
    <message>
        <source>{load}: {size}</source>
        <translation>{load}：{size}</translation>
    </message>
    <message>
        <source>{maker}'s launch price</source>
        <translation>{maker} 首发价</translation>
    </message>
    <message>
        <source>{maker}'s launch price, raised in {year}</source>
        <translation>{maker} 首发价，{year} 年涨过</translation>
    </message>
    <message>
        <source>{maker}'s launch price; a later rise is reported</source>
        <translation>{maker} 首发价，据报后来涨过</translation>
    </message>
    <message>
        <source>{maker}'s list price</source>
        <translation>{maker} 官方定价</translation>
    </message>
    <message>
        <source>{model}, {quantization}</source>
        <translation>{model}，{quantization}</translation>
    </message>
    <message>
        <source>{model}, {quantization}, context {context}</source>
        <translation>{model}，{quantization}，上下文 {context}</translation>
    </message>
    <message>
        <source>{name}: why {value}?</source>
        <translation>{name}：为什么是 {value}？</translation>
    </message>
    <message>
        <source>{now} of {end}</source>
        <translation>{now} / {end}</translation>
    </message>
    <message>
        <source>{n} % of prompts from the prefix cache</source>
        <translation>{n} % 的提示词来自前缀缓存</translation>
    </message>
    <message>
        <source>{n} % of the loads tried</source>
        <translation>已试 {n} % 的负载</translation>
    </message>
    <message>
        <source>{n} % of the values tried</source>
        <translation>已试 {n} % 的取值</translation>
    </message>
    <message>
        <source>{n} a minute</source>
        <translation>每分钟 {n} 次</translation>
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
        <source>{n} measurements: half to the byte, or within 0.05 %, nine in ten within {most}.</source>
        <translation>{n} 次实测：一半一字节不差或误差在 0.05 % 以内，九成在 {most} 以内。</translation>
    </message>
    <message>
        <source>{n} measurements: half within {half}, nine in ten within {most}.</source>
        <translation>{n} 次实测：一半误差在 {half} 以内，九成在 {most} 以内。</translation>
    </message>
    <message>
        <source>{n} measurements: nine in ten to the byte, or within 0.05 %.</source>
        <translation>{n} 次实测：九成一字节不差，或误差在 0.05 % 以内。</translation>
    </message>
    <message>
        <source>{n} min</source>
        <translation>{n} 分钟</translation>
    </message>
    <message>
        <source>{n} pinned</source>
        <translation>已加入 {n} 个</translation>
    </message>
    <message>
        <source>{n} prompt lengths</source>
        <translation>{n} 种提示词长度</translation>
    </message>
    <message>
        <source>{n} pushed out</source>
        <translation>{n} 个被挤出</translation>
    </message>
    <message>
        <source>{n} requests</source>
        <translation>{n} 个请求</translation>
    </message>
    <message>
        <source>{n} requests so far</source>
        <translation>至今 {n} 个请求</translation>
    </message>
    <message>
        <source>{n} requests, seed {seed}. Space pauses, Esc stops.</source>
        <translation>{n} 个请求，种子 {seed}。空格暂停，Esc 停止。</translation>
    </message>
    <message>
        <source>{n} rows</source>
        <translation>{n} 行</translation>
    </message>
    <message>
        <source>{n} rows; {fit} of {all} fit at this load.</source>
        <translation>{n} 行；这个负载下 {all} 个里放得下 {fit} 个。</translation>
    </message>
    <message>
        <source>{n} run at once at {length} tokens each, more wait; at the full {context} it is {holds}.</source>
        <translation>每个请求 {length} token 时能同时跑 {n} 个，再多就要等；占满 {context} 时是 {holds} 个。</translation>
    </message>
    <message>
        <source>{n} run at once, more wait.</source>
        <translation>同时运行 {n} 个，其余等待。</translation>
    </message>
    <message>
        <source>{n} set</source>
        <translation>已设 {n} 项</translation>
    </message>
    <message>
        <source>{n} suitable, {m} not</source>
        <translation>{n} 个合适，{m} 个不合适</translation>
    </message>
    <message>
        <source>{n} timed out</source>
        <translation>{n} 个超时</translation>
    </message>
    <message>
        <source>{n} turned away</source>
        <translation>{n} 个被拒绝</translation>
    </message>
    <message>
        <source>{n}, the present one</source>
        <translation>{n}，当前</translation>
    </message>
    <message>
        <source>{one} and {other}, which disagree</source>
        <translation>{one} 与 {other}（两处不一致）</translation>
    </message>
    <message>
        <source>{pace} tok/s each</source>
        <translation>每路 {pace} tok/s</translation>
    </message>
    <message>
        <source>{pace} tok/s each, {n} at a time</source>
        <translation>每路 {pace} tok/s，一次 {n} 路</translation>
    </message>
    <message>
        <source>{path} could not be written.</source>
        <translation>无法写入 {path}。</translation>
    </message>
    <message>
        <source>{path} could not be written: {why}</source>
        <translation>无法写入 {path}：{why}</translation>
    </message>
    <message>
        <source>{price} per 1M answer tokens, prompts included</source>
        <translation>每百万回答 token {price}（含提示词）</translation>
    </message>
    <message>
        <source>{prompt} and {answer} tokens</source>
        <translation>{prompt} 和 {answer} 个 token</translation>
    </message>
    <message>
        <source>{right} of {all}: passed. You know what to ask before you promise anything.</source>
        <translation>{all} 题对 {right} 题：通过。承诺之前该问什么，你都知道了。</translation>
    </message>
    <message>
        <source>{right} of {all}: {needed} are needed. The explanations say where to look.</source>
        <translation>{all} 题答对 {right} 题：需要答对 {needed} 题。解释里写明了该看哪里。</translation>
    </message>
    <message>
        <source>{running} running, {waiting} waiting</source>
        <translation>{running} 个运行，{waiting} 个等待</translation>
    </message>
    <message>
        <source>{share} of the time busy</source>
        <translation>利用率 {share}</translation>
    </message>
    <message>
        <source>{size} in main memory</source>
        <translation>{size} 在主机内存</translation>
    </message>
    <message>
        <source>{size} of main memory</source>
        <translation>主机内存 {size}</translation>
    </message>
    <message>
        <source>{source}; every hour it is kept</source>
        <translation>{source}；租着的每个小时都计费</translation>
    </message>
    <message>
        <source>{task}, {n} at once</source>
        <translation>{task}，{n} 人</translation>
    </message>
    <message>
        <source>{title}: {what}. Checked {date}.</source>
        <translation>{title}：{what}。查看于 {date}。</translation>
    </message>
    <message>
        <source>{unit} asked for at that load</source>
        <translation>该负载要申请的 {unit}</translation>
    </message>
    <message>
        <source>{unit} over all {n} cards, of a budget of {size}</source>
        <translation>{unit}，{n} 张卡合计，预算 {size}</translation>
    </message>
    <message>
        <source>{unit}, of a budget of {size}</source>
        <translation>{unit}，预算 {size}</translation>
    </message>
    <message>
        <source>{way}, {busy}</source>
        <translation>{way}，{busy}</translation>
    </message>
    <message>
        <source>{what}. {reason}</source>
        <translation>{what}。{reason}</translation>
    </message>
    <message>
        <source>{what}: {name}. {source} ({date})</source>
        <translation>{what}：{name}。{source}（{date}）</translation>
    </message>
    <message>
        <source>{what}: {source} ({date})</source>
        <translation>{what}：{source}（{date}）</translation>
    </message>
    <message>
        <source>{who}, {system}</source>
        <translation>{who}，{system}</translation>
    </message>
    <message>
        <source>← and → move by a second, [ and ] change the speed.</source>
        <translation>← → 移动一秒，[ ] 调速度。</translation>
    </message>
</context>
</TS>
