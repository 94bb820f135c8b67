import type { Row } from '@doorwright/crds';
import { clientFaults } from '@doorwright/crds/options/client-faults.ts';
import { fieldsOf } from '@doorwright/crds/schema/fields.ts';
import { problemOfWebAddress } from '@doorwright/crds/values/redirect-uris.ts';
import { registry } from '../../../kinds.ts';
import type { RecentError } from './recent-errors.ts';

/** A value that a list of the application lacks. */
export interface Addition {
  field: 'redirectUris' | 'grantTypes' | 'oauthFeatures';
  value: string;
}

export interface Remedy {
  /** The setting in which the mistake is mended. */
  field?: string | undefined;
  /** The value that mends it, if one press can add it. */
  adds?: Addition | undefined;
  /** The setting has the value by now. */
  isMended?: boolean;
}

/** Longer addresses, and those with a secret in them, are not in the records as they were sent. */
const isWhole = (address: string) => address.length <= 250 && !address.endsWith('…') && !address.includes('***');

const isAddress = (address: string, { allowHttpRedirects }: Row) =>
  isWhole(address) && problemOfWebAddress(address, allowHttpRedirects === true) === undefined;

/** Whether a list of choices offers the value. */
const isOffered = (field: Addition['field'], value: string) =>
  fieldsOf(registry.named('application'))
    .find(({ name }) => name === field)
    ?.schema.items?.enum?.includes(value) === true;

/** These grants show passwords or tokens to others, so the form explains them first. */
const careful: readonly string[] = ['password', 'token', 'id_token'];

function isAllowable(grant: string, { clientType }: Row): boolean {
  if (!isOffered('grantTypes', grant) || careful.includes(grant)) return false;
  return !(grant === 'client_credentials' && clientType === 'public');
}

function additionOf({ fault, detail: value }: RecentError, object: Row): Addition | undefined {
  if (fault === 'redirect-uri' && isAddress(value, object)) return { field: 'redirectUris', value };
  if (fault === 'grant' && isAllowable(value, object)) return { field: 'grantTypes', value };
  if (fault === 'feature' && isOffered('oauthFeatures', value)) return { field: 'oauthFeatures', value };
  return undefined;
}

/** What an administrator can do here about a mistake. */
export function remedyOf(error: RecentError, object: Row): Remedy {
  const { field } = clientFaults[error.fault] as { field?: string };
  const adds = additionOf(error, object);
  const has = adds && (object[adds.field] as readonly string[]).includes(adds.value);
  return has ? { isMended: true } : { field, adds };
}

/** The object with the value. An empty list of grants stands for the usual one. */
export function withAddition(object: Row, { field, value }: Addition): Row {
  const present = object[field] as readonly string[];
  const before = field === 'grantTypes' && present.length === 0 ? ['authorization_code'] : present;
  return { ...object, [field]: [...before, value] };
}
