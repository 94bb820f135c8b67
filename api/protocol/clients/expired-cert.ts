import { errors } from 'oidc-provider';

/** A client would be given tokens that are signed by a key it does not trust. */
export class ExpiredCert extends errors.InvalidClient {
  constructor() {
    super('the certificate of the application has expired');
  }
}
