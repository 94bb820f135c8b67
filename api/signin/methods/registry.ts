import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { z } from 'zod';
import type { CommonForm, SignInMethod } from '../contracts/method.ts';
import { code } from './code.ts';
import { link } from './link.ts';
import { password } from './password.ts';
import { provider } from './provider.ts';
import { webauthn } from './webauthn.ts';

/** The methods of a server. */
export interface Methods {
  /** The members of the sign-in form that methods add. */
  fields: z.ZodRawShape;
  /** The method that a form is for. */
  meant: (form: CommonForm) => SignInMethod | undefined;
  named: (name: string) => SignInMethod | undefined;
  /** The names of the methods with a form that an application offers, in the order of its page. */
  offered: (application: Application) => string[];
}

/** A form that suits two methods is for the first. */
export const createMethods = (all: readonly SignInMethod[]): Methods => ({
  fields: Object.assign({}, ...all.map(({ fields }) => fields)),
  meant: (form) => all.find((method) => method.isMeant(form)),
  named: (name) => all.find((method) => method.name === name),
  offered: (application) =>
    all.filter((method) => !method.hasNoForm && method.isOffered(application)).map(({ name }) => name),
});

export const signInMethods: readonly SignInMethod[] = [password, webauthn, code, link, provider];
