import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProgramValues } from '@doorwright/programs/stacks.ts';
import { parse } from 'yaml';
import { reasons } from '../../../runtime/reasons.ts';
import type { CommandApi } from '../api.ts';
import { CommandError } from '../command-error.ts';
import type { ResourceState } from '../resource-state.ts';

export interface Credentials {
  values: ProgramValues;
  /** The file of the connection Secret. */
  file: string;
}

interface Wanted {
  namespace: string;
  name: string;
  isPublic: boolean;
  /** The folders where an operator on this machine may write Secrets. */
  secretFolders: readonly string[];
  api: CommandApi;
  withinMs: number;
  /** Reports of an earlier operator do not count. */
  reportedSince: number;
  /** Ends the wait with an error, for example if the server ended. */
  signal: AbortSignal;
}

/** Waits until the operator has written the connection Secret of the application. */
export async function awaitCredentials(wanted: Wanted): Promise<Credentials> {
  const deadline = Date.now() + wanted.withinMs;
  const hindrance = new Hindrance(wanted);
  while (Date.now() < deadline) {
    const credentials = readCredentials(wanted);
    if (credentials) return credentials;
    wanted.signal.throwIfAborted();
    await hindrance.look();
    await pause(200);
  }
  throw new CommandError(`The application ${wanted.namespace}/${wanted.name} is not Ready. ${await reasonOf(wanted)}`);
}

const lookMs = 1000;
/** A manifest that was corrected just now may still have its former state in the report. */
const settledMs = 3000;

const waitingNeverMends: ReadonlySet<string> = new Set([...reasons.Stalled, 'SecretConflict']);
const nameIsTaken: ReadonlySet<string> = new Set(['NameConflict', 'AdoptionRefused']);

/** A state of the application or its organization that only a person can change. */
class Hindrance {
  readonly #wanted: Wanted;
  #lookedAt = 0;
  #seen: { text: string; since: number } | undefined;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  /** Ends the wait if the state stays. */
  async look(): Promise<void> {
    const now = Date.now();
    if (now < this.#lookedAt + lookMs) return;
    this.#lookedAt = now;
    const states = await statesOf(this.#wanted);
    const state = states.find(({ reason }) => waitingNeverMends.has(reason));
    if (!state) {
      this.#seen = undefined;
      return;
    }
    const text = `The ${state.kind} ${state.namespace}/${state.name} cannot become Ready. ${state.reason}: ${state.message.replace(/\.$/, '')}. ${remedyFor(state)}`;
    if (this.#seen?.text !== text) this.#seen = { text, since: now };
    if (now >= this.#seen.since + settledMs) throw new CommandError(text);
  }
}

const remedyFor = ({ reason }: ResourceState): string =>
  nameIsTaken.has(reason)
    ? 'Delete doorwright/application.yaml, and run the command again with another name: --name names the application, and --organization takes an organization that is declared already.'
    : 'Correct doorwright/application.yaml, and run the command again.';

function readCredentials({ namespace, name, isPublic, secretFolders }: Wanted): Credentials | undefined {
  const path = secretFolders
    .map((folder) => join(folder, namespace, `${name}-oidc.yaml`))
    .find((each) => existsSync(each));
  if (!path) return undefined;
  const secret = parse(readFileSync(path, 'utf8')) as {
    data?: Record<string, string>;
    stringData?: Record<string, string>;
  };
  const value = (key: string) => secret.stringData?.[key] ?? decoded(secret.data?.[key]);
  const [issuer, clientId, redirectUri] = [
    value('OIDC_ISSUER_URL'),
    value('OIDC_CLIENT_ID'),
    value('OIDC_REDIRECT_URI'),
  ];
  const clientSecret = isPublic ? undefined : value('OIDC_CLIENT_SECRET');
  if (!issuer || !clientId || !redirectUri || !(clientSecret || isPublic)) return undefined;
  return { values: { issuer, clientId, redirectUri, ...(clientSecret && { clientSecret }) }, file: path };
}

const decoded = (base64: string | undefined) => base64 && Buffer.from(base64, 'base64').toString();

/** What operators report about the application and the organization in its namespace, as far as they can be asked. */
async function statesOf({ api, namespace, name, reportedSince }: Wanted): Promise<ResourceState[]> {
  const reports = await api
    .ask<{ items: { reportedTime: string; resources: ResourceState[] }[] }>({ method: 'GET', path: '/manifests' })
    .catch(() => ({ items: [] }));
  return reports.items
    .filter(({ reportedTime }) => Date.parse(reportedTime) >= reportedSince)
    .flatMap(({ resources }) => resources)
    .filter(
      (each) =>
        each.namespace === namespace &&
        (each.kind === 'Application' ? each.name === name : each.kind === 'Organization' && each.name === namespace),
    );
}

async function reasonOf(wanted: Wanted): Promise<string> {
  const state = (await statesOf(wanted)).find(({ kind }) => kind === 'Application');
  return state
    ? `${state.reason}: ${state.message}`
    : 'No operator has reported it: apply doorwright/application.yaml.';
}
