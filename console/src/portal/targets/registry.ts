import { casTarget } from './cas.ts';
import { consoleTarget } from './console.ts';
import { oauthTarget } from './oauth.ts';
import type { PageTarget } from './page-target.ts';
import { samlTarget } from './saml.ts';

/** The console takes every address that no other target takes, so it comes last. */
const targets: readonly PageTarget[] = [oauthTarget, casTarget, samlTarget, consoleTarget];

export const targetAt = (path: string): PageTarget => targets.find((target) => target.isAt(path)) ?? consoleTarget;
