import { errors } from 'oidc-provider';

/** A client that has to send a challenge (RFC 7636) sends none. */
export class ChallengeMissing extends errors.InvalidRequest {
  constructor() {
    super('Authorization Server policy requires PKCE to be used for this request');
  }
}
