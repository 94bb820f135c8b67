import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProgramValues } from '@doorwright/programs/stacks.ts';
import { parse } from 'yaml';
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
  /** Ends the wait with an error, for example if the server ended. */
  signal: AbortSignal;
}

/** Waits until the operator has written the connection Secret of the application. */
export async function awaitCredentials(wanted: Wanted): Promise<Credentials> {
  const deadline = Date.now() + wanted.withinMs;
  while (Date.now() < deadline) {
    const credentials = readCredentials(wanted);
    if (credentials) return credentials;
    wanted.signal.throwIfAborted();
    await pause(200);
  }
  throw new CommandError(`The application ${wanted.namespace}/${wanted.name} is not Ready. ${await reasonOf(wanted)}`);
}

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

/** What the operator reports about the application, as far as it can be asked. */
async function reasonOf({ api, namespace, name }: Wanted): Promise<string> {
  const reports = await api
    .ask<{ items: { resources: ResourceState[] }[] }>({ method: 'GET', path: '/manifests' })
    .catch(() => ({ items: [] }));
  const state = reports.items
    .flatMap(({ resources }) => resources)
    .find((each) => each.kind === 'Application' && each.namespace === namespace && each.name === name);
  return state
    ? `${state.reason}: ${state.message}`
    : 'No operator has reported it: apply doorwright/application.yaml.';
}
