import type { Application } from '../../page.ts';
import { code } from './code.tsx';
import { link } from './link.tsx';
import type { MethodForm } from './method-form.ts';
import { password } from './password.tsx';
import { webauthn } from './webauthn.tsx';

const forms: Readonly<Record<string, MethodForm>> = { password, webauthn, code, link };

/** The forms of the methods that an application offers, in its order. A method without a form here is left out. */
export const formsOf = ({ signinMethods }: Pick<Application, 'signinMethods'>): MethodForm[] =>
  signinMethods.flatMap(({ name }) => forms[name] ?? []);
