import { smtpService } from './smtp.ts';

/** Any mail server, over SMTP with a password or with nothing. */
export const defaultEmail = smtpService({
  user: ({ clientId }) => clientId,
  authentication: ({ clientId, clientSecret }) =>
    clientSecret ? { type: 'LOGIN', user: clientId, pass: clientSecret } : undefined,
});
