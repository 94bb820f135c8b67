import { accessTokenOf } from './access-token.ts';
import { smtpService } from './smtp.ts';

/**
 * A mail server that takes an access token of OAuth 2. Read on 2026-11-24: «OAuth 2.0 Mechanism» for Gmail
 * (developers.google.com/workspace/gmail/imap/xoauth2-protocol) and «Authenticate an IMAP, POP or SMTP connection using OAuth» for Exchange
 * Online (learn.microsoft.com). nodemailer writes the SASL response, and asks once more after a refusal.
 */
export const xoauth2 = smtpService({
  user: ({ clientId2 }) => clientId2,
  authentication: (provider, way) => ({
    type: 'OAUTH2',
    user: provider.clientId2,
    provisionCallback: (_user, isRefused, done) =>
      void accessTokenOf(provider, way, isRefused).then(
        (token) => done(null, token),
        // nodemailer writes a code of its own into the error.
        (cause) => done(new Error('no access token', { cause })),
      ),
  }),
});
