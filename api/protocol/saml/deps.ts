import type { SamlAuthority } from '../../signin/contracts/saml-authority.ts';
import type { SignInParts } from '../../signin/pipeline/parts.ts';
import type { AccountDeps } from '../../signin/place/deps.ts';
import type { Refusals } from '../records/refusals.ts';

export type SamlDeps = AccountDeps &
  SignInParts & { saml: SamlAuthority; authority: { refusals: Pick<Refusals, 'noteAt'> } };
