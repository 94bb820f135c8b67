import { Consent } from '../consent/Consent.tsx';
import type { PageProps } from '../page.ts';
import { idle } from './SignInPreview.tsx';

/** What a client usually asks for. */
const scopes = ['openid', 'profile', 'email'];

export const ConsentPreview = (props: PageProps) => <Consent {...props} scopes={scopes} signing={idle} />;
