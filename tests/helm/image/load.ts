import { Agent, request } from 'node:http';

export interface Asked {
  path: string;
  headers?: Record<string, string>;
  /** A form to post. */
  form?: Record<string, string>;
}

export interface Load {
  answered(): number;
  /** Requests without an answer, and answers other than 200. Nothing is asked twice. */
  failed: string[];
  /** Ends when this many requests are answered. */
  stopAfter(requests: number): Promise<void>;
}

/** Asks on kept connections without a pause, some requests at a time, and each kind in turn. */
export function startLoad(url: string, kinds: readonly Asked[], atOnce = 8): Load {
  const agent = new Agent({ keepAlive: true });
  const failed: string[] = [];
  let answered = 0;
  let last = Number.POSITIVE_INFINITY;
  const ask = ({ path, headers, form }: Asked) =>
    new Promise<string | undefined>((resolve) => {
      const method = form ? 'POST' : 'GET';
      const type = form && { 'content-type': 'application/x-www-form-urlencoded' };
      const call = request(new URL(path, url), { agent, method, headers: { ...headers, ...type } }, (answer) => {
        answer.once('error', (error) => resolve(`${path}: ${error.message}`));
        answer
          .resume()
          .once('end', () => resolve(answer.statusCode === 200 ? undefined : `${path}: ${answer.statusCode}`));
      });
      call.once('error', (error) => resolve(`${path}: ${error.message}`));
      call.end(form && String(new URLSearchParams(form)));
    });
  const line = async (at: number) => {
    for (let turn = at; answered + failed.length < last; turn++) {
      const failure = await ask(kinds[turn % kinds.length] as Asked);
      if (failure) failed.push(failure);
      else answered++;
    }
  };
  const lines = Promise.all(Array.from({ length: atOnce }, (_, at) => line(at)));
  return {
    answered: () => answered,
    failed,
    async stopAfter(requests) {
      last = requests;
      await lines;
      agent.destroy();
    },
  };
}
