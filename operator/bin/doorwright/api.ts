import { type Call, DeclaredCaller } from '../../api/declared-caller.ts';
import type { Config } from '../../settings/config.ts';
import { CommandError } from './command-error.ts';

type Asked = Omit<Call, 'route' | 'signal'>;

/** A command's client of the declared surface. */
export interface CommandApi {
  ask: <T>(call: Asked) => Promise<T>;
}

export function createApi({ apiUrl, tokenFile }: Config): CommandApi {
  const caller = new DeclaredCaller({ url: apiUrl, tokenFile });
  return {
    async ask(call) {
      try {
        return await caller.send({ ...call, route: '', signal: AbortSignal.timeout(60_000) });
      } catch (error) {
        throw explained(error as NodeJS.ErrnoException, { apiUrl, tokenFile });
      }
    },
  };
}

function explained(error: NodeJS.ErrnoException, { apiUrl, tokenFile }: Pick<Config, 'apiUrl' | 'tokenFile'>): Error {
  if (error.syscall && error.path === tokenFile)
    return new CommandError(
      `The token file ${tokenFile} cannot be read (${error.code}); DOORWRIGHT_OPERATOR_TOKEN_FILE names another.`,
    );
  if (error instanceof TypeError) {
    const { code = error.message } = (error.cause ?? {}) as NodeJS.ErrnoException;
    return new CommandError(`The api at ${apiUrl} cannot be reached (${code}); DOORWRIGHT_API_URL names another.`);
  }
  if (error.name === 'TimeoutError') return new CommandError(`The api at ${apiUrl} does not answer.`);
  return error;
}
