import type { Behaviours } from '../behaviour-of.ts';
import type { SignInService } from '../oauth/sign-in-service.ts';
import { beginSaml } from './request/begin.ts';
import { finishSaml } from './response/finish.ts';

const saml: SignInService = { beginSignIn: beginSaml, finishSignIn: finishSaml };

/** The types differ in their names only. Their identity providers all speak the Web Browser SSO Profile of SAML 2.0. */
export const samlServices: Behaviours<'SAML', SignInService> = {
  'Aliyun IDaaS': saml,
  Keycloak: saml,
  SAML: saml,
};
