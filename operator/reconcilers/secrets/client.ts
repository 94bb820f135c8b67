import type { connectionKeys } from '@doorwright/crds/declared/connection-secret.ts';
import type { Declared } from '../core/resource.ts';

export type ConnectionKey = (typeof connectionKeys)[number];

export interface Rotation {
  intervalDays?: number;
  overlapHours: number;
  quietHours?: number;
  maxOverlapHours?: number;
  window?: { startUtc: string; durationMinutes: number };
}

/** The members of an Application's spec about its client. */
export interface Client {
  clientId?: string;
  generate?: boolean;
  publicClient?: boolean;
  clientSecretRef?: object;
  redirectUris?: readonly string[];
  credentials?: { rotation?: Rotation & { intervalDays: number } };
  connectionSecret?: {
    name?: string;
    keyAliases?: Readonly<Record<string, ConnectionKey>>;
    template?: { metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> } };
  };
}

export const clientOf = ({ spec }: Declared): Client => spec as Client;

/** An application with its own secret needs no connection Secret. */
export const hasConnectionSecret = (object: Declared): boolean =>
  clientOf(object).clientSecretRef === undefined && object.spec.managementPolicy !== 'Observe';

export const connectionSecretName = (object: Declared) => ({
  namespace: object.metadata.namespace,
  name: clientOf(object).connectionSecret?.name ?? `${object.metadata.name}-oidc`,
});
