import type { Application } from '@doorwright/crds/kinds/application.ts';
import { metadataPath } from './names.ts';

export const metadataAddressOf = ({ owner, name }: Pick<Application, 'owner' | 'name'>, origin: string): string =>
  `${origin}${metadataPath}?${new URLSearchParams({ application: `${owner}/${name}` })}`;

/**
 * The entity id of the identity provider. With one for the whole installation, a service that many customers share could not tell the users of
 * two tenants apart; so each application has its own, unless it keeps the name of Casdoor 2022.
 */
export const issuerOf = (application: Pick<Application, 'owner' | 'name' | 'samlIssuer'>, origin: string): string =>
  application.samlIssuer === 'installation' ? origin : metadataAddressOf(application, origin);
