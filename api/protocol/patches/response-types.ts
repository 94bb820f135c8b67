import { errors, type Provider } from 'oidc-provider';

interface ClientModel {
  responseModes?: readonly string[];
  responseTypeAllowed: (type: string) => boolean;
  responseModeAllowed: (mode: string | undefined) => boolean;
}

/**
 * Gives two mistakes their own errors: a response type that the client may not use (RFC 6749, 4.1.2.1), and none at all.
 *
 * The library answers `invalid_request` to the first. To the second it says that the response mode is wrong.
 */
export function explainResponseTypes({ Client }: Provider): void {
  const model = Client.prototype as unknown as ClientModel;
  const { responseTypeAllowed } = model;
  model.responseTypeAllowed = function (this: ClientModel, type) {
    if (responseTypeAllowed.call(this, type)) return true;
    throw new errors.UnauthorizedClient('requested response_type is not allowed for this client');
  };
  model.responseModeAllowed = function (this: ClientModel, mode) {
    return mode === undefined || this.responseModes?.includes(mode) !== false;
  };
}
