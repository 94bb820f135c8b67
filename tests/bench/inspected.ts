/** Reads figures of a running node through its inspector on `port`, so the program needs no code for the measurement. */
export async function inspect(port: number) {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }));
  let last = 0;

  function ask<T>(method: string, params: object = {}): Promise<T> {
    const id = ++last;
    return new Promise((resolve) => {
      const hear = ({ data }: MessageEvent) => {
        const answer = JSON.parse(data) as { id: number; result: T };
        if (answer.id !== id) return;
        socket.removeEventListener('message', hear);
        resolve(answer.result);
      };
      socket.addEventListener('message', hear);
      socket.send(JSON.stringify({ id, method, params }));
    });
  }

  return {
    /** MiB in use after a garbage collection: the heap, and buffers outside of it. */
    async usedMiB(): Promise<number> {
      const expression = 'JSON.stringify(process.memoryUsage())';
      await ask('HeapProfiler.collectGarbage');
      const { result } = await ask<{ result: { value: string } }>('Runtime.evaluate', { expression });
      const { heapUsed, external } = JSON.parse(result.value) as { heapUsed: number; external: number };
      return (heapUsed + external) / 2 ** 20;
    },
    stop: () => socket.close(),
  };
}
