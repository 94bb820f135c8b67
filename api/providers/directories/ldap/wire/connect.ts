import { addAbortListener } from 'node:events';
import type { Socket } from 'node:net';
import { type Change, Client, type Control, type Entry, type Filter } from 'ldapts';
import type { Egress } from '../../../../core/egress/gate.ts';
import { withTimeout } from '../../../../core/work/with-timeout.ts';
import { SourceError } from '../../contract.ts';
import type { LdapSource } from '../source.ts';
import { limits } from './limits.ts';
import { MessageSocket } from './message-socket.ts';
import { openSocket } from './open-socket.ts';
import { asSourceError, codeOf, isTimeout, NoAnswer } from './problems.ts';

export interface Question {
  base: string;
  scope?: 'base' | 'one' | 'sub';
  filter: Filter;
  attributes: readonly string[];
  /** Attributes whose values are bytes. */
  binary?: readonly string[];
  /** The server may stop after this number. */
  atMost?: number;
}

/** An open connection to a directory. It asks one question at a time. */
export interface LdapConnection {
  /** Fails with the error of the library, so that the caller can tell a wrong password from others. */
  bind(name: string, password: string, controls?: Control[]): Promise<void>;
  search(question: Question): Promise<Entry[]>;
  pages(question: Question): AsyncGenerator<Entry[]>;
  modify(dn: string, changes: Change[], controls?: Control[]): Promise<void>;
  extended(oid: string, value: Buffer, controls?: Control[]): Promise<{ value?: string }>;
  close(): Promise<void>;
  /** Ends the connection at once, and the question that waits. */
  abort(): void;
}

const secondsToAnswer = Math.floor(limits.answerMs / 1000) - 5;

/** Connects. The library gets one connection that is encrypted and checked, and never opens another one by itself. */
export async function connect(source: LdapSource, egress: Egress, signal: AbortSignal): Promise<LdapConnection> {
  const socket = new MessageSocket(await openSocket(source, egress, signal));
  // A later error of a socket that nobody listens to would end the process.
  socket.on('error', () => undefined);
  const aborting = addAbortListener(signal, () => void socket.destroy());
  let isGiven = false;
  const client = new Client({
    url: 'ldap://directory',
    timeout: limits.answerMs,
    createConnection: () => {
      // After the end of a connection, the library would open one in clear text without asking.
      if (isGiven || socket.destroyed) throw new Error('the connection ended');
      isGiven = true;
      return socket as unknown as Socket;
    },
  });

  async function asked<T>(work: () => Promise<T>): Promise<T> {
    socket.nextQuestion();
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== undefined) throw error;
      if (socket.failure) throw socket.failure;
      throw signal.aborted || isTimeout(error) ? new NoAnswer() : error;
    }
  }

  const optionsOf = ({ scope = 'sub', filter, attributes, binary = [], atMost }: Question) => ({
    scope,
    filter,
    attributes: [...attributes],
    explicitBufferAttributes: [...binary],
    derefAliases: 'never' as const,
    timeLimit: secondsToAnswer,
    ...(atMost !== undefined && { sizeLimit: atMost }),
  });

  return {
    bind: (name, password, controls) =>
      withTimeout(
        asked(() => client.bind(name, password, controls)),
        limits.bindMs,
        () => {
          socket.destroy();
          return new NoAnswer();
        },
      ),

    async search(question) {
      try {
        return (await asked(() => client.search(question.base, optionsOf(question)))).searchEntries;
      } catch (error) {
        throw asSourceError(error, source, question.base);
      }
    },

    async *pages(question) {
      const found = client.searchPaginated(question.base, {
        ...optionsOf(question),
        paged: { pageSize: limits.pageSize },
      });
      try {
        for (;;) {
          const next = await asked(() => found.next());
          if (next.done) return;
          // References to other servers are not followed.
          yield next.value.searchEntries;
        }
      } catch (error) {
        throw asSourceError(error, source, question.base);
      }
    },

    modify: (dn, changes, controls) => asked(() => client.modify(dn, changes, controls)),
    extended: (oid, value, controls) => asked(() => client.exop(oid, value, controls)) as Promise<{ value?: string }>,

    abort: () => void socket.destroy(),
    async close() {
      aborting[Symbol.dispose]();
      await withTimeout(client.unbind(), 2_000).catch(() => undefined);
      socket.destroy();
    },
  };
}

/** Connects and signs in as the source says. Without a name, the directory is read as a stranger. */
export async function connectAsAdmin(source: LdapSource, egress: Egress, signal: AbortSignal): Promise<LdapConnection> {
  const connection = await connect(source, egress, signal);
  if (!source.admin) return connection;
  try {
    // A name with an empty password is no sign-in, but a server may say that it was right (RFC 4513, 5.1.2).
    if (!source.passwd) throw new Error('the password is empty');
    await connection.bind(source.admin, source.passwd);
    return connection;
  } catch (error) {
    await connection.close();
    throw new SourceError(bindProblem(error, source), error);
  }
}

function bindProblem(error: unknown, source: LdapSource) {
  const isAnswer = codeOf(error) !== undefined || !source.passwd;
  const { host, port, admin } = source;
  if (codeOf(error) === 13 || codeOf(error) === 8)
    return { code: 'ldap-needs-tls', params: { host }, field: 'encryption' } as const;
  return isAnswer
    ? ({ code: 'ldap-refused-login', params: { admin }, field: 'passwd' } as const)
    : ({ code: 'ldap-unreachable', params: { host: `${host}:${port}` }, field: 'host' } as const);
}
