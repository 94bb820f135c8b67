import { errors } from 'oidc-provider';

/** A code or token came a second time. Somebody else may have it, so everything that it gave has ended. */
export class SecondUse extends errors.InvalidGrant {
  constructor() {
    super('already used');
  }
}
