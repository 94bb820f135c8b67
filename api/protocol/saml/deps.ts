import type { AccountDeps } from '../../signin/deps.ts';
import type { SignInParts } from '../../signin/parts.ts';
import type { SamlAuthority } from '../../signin/targets/saml-authority.ts';
import type { Refusals } from '../records/refusals.ts';

export type SamlDeps = AccountDeps &
  SignInParts & { saml: SamlAuthority; authority: { refusals: Pick<Refusals, 'noteAt'> } };
