export interface Memory {
  residentMiB: number;
  /** The heap after a garbage collection. */
  heapMiB: number;
}

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
    async memory(): Promise<Memory> {
      const expression = 'JSON.stringify(process.memoryUsage())';
      const evaluate = async () => {
        const { result } = await ask<{ result: { value: string } }>('Runtime.evaluate', { expression });
        return JSON.parse(result.value) as { rss: number; heapUsed: number };
      };
      // The resident memory comes first, before the garbage collection for the other figure.
      const { rss } = await evaluate();
      await ask('HeapProfiler.collectGarbage');
      const { heapUsed } = await evaluate();
      return { residentMiB: rss / 2 ** 20, heapMiB: heapUsed / 2 ** 20 };
    },
    stop: () => socket.close(),
  };
}
