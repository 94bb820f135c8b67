import { errors } from 'oidc-provider';

/** The key of the application's cert has expired, and the client trusts no other key. */
export class ExpiredCert extends errors.InvalidClient {
  constructor() {
    super('the certificate of the application has expired');
  }
}
