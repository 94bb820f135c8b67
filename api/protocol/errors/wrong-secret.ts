import { errors } from 'oidc-provider';

/** A client shows a secret that is not its own. */
export class WrongSecret extends errors.InvalidClientAuth {
  constructor() {
    super('invalid secret provided');
  }
}

/** Too many wrong secrets came before, so none is compared. */
export class SecretsLocked extends errors.InvalidClientAuth {
  constructor(seconds: number) {
    super('too many wrong secrets');
    this.error_description = `too many wrong secrets for this client: try again in ${seconds} seconds`;
  }
}
