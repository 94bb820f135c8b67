import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { Visit } from '../../oauth/sign-in-service.ts';
import { signingKey } from '../request/begin.ts';
import { ourParty } from '../request/parties.ts';

/** Our metadata for a provider: entity id, address for responses, and the certificate for signatures and encryption. */
export async function ourMetadata(
  { enableSignAuthnRequest: signs }: Pick<Provider, 'enableSignAuthnRequest'>,
  acs: string,
  ownKeys: Visit['ownKeys'],
): Promise<string> {
  return (await ourParty({ acs, key: await signingKey(ownKeys), signs })).getMetadata();
}
