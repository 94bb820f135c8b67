import type { Row } from '@doorwright/crds';
import { call } from '../../http/call.ts';
import { type ClientKind, fieldsOfKind } from '../application/client-kinds.ts';

export interface Wanted {
  displayName: string;
  organization: string;
  /** The display name of an organization that is made first. */
  organizationName: string | undefined;
  kind: ClientKind;
  address: string;
  entityId: string;
  mayAnyoneSignUp: boolean;
}

/** A name for addresses: `The Shop` → `the-shop`. It is empty if the text has no letter for it. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\w]+|_/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');

const draftOf = async (kind: string, query: Record<string, string> = {}) =>
  (await call<Row>(`get-draft-${kind}`, { kind, query })).data;

async function addOrganization(name: string, displayName: string): Promise<void> {
  const draft = await draftOf('organization');
  await call('add-organization', { body: { ...draft, name, displayName } });
}

async function addApplication(wanted: Wanted): Promise<string> {
  const { displayName, organization, kind, address, entityId, mayAnyoneSignUp } = wanted;
  const draft = await draftOf('application', { organization });
  const name = slugOf(displayName);
  const own = { name, displayName, organization, enableSignUp: mayAnyoneSignUp };
  await call('add-application', { body: { ...draft, ...own, ...fieldsOfKind(kind, address, entityId) } });
  return name;
}

/** Makes both, with the server's defaults for all that was not asked. If the second fails, the next try begins there. */
export function createMaker(): (wanted: Wanted) => Promise<string> {
  let made: string | undefined;
  return async (wanted) => {
    const { organization, organizationName } = wanted;
    if (organizationName !== undefined && organization !== made) {
      await addOrganization(organization, organizationName);
      made = organization;
    }
    return addApplication(wanted);
  };
}
