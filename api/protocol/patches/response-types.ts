import { errors, type Provider } from 'oidc-provider';

interface ClientModel {
  responseTypeAllowed: (type: string) => boolean;
}

/** Gives a response type that the client may not use an error of its own (RFC 6749, 4.1.2.1). The library answers `invalid_request`. */
export function explainResponseTypes({ Client }: Provider): void {
  const model = Client.prototype as unknown as ClientModel;
  const { responseTypeAllowed } = model;
  model.responseTypeAllowed = function (this: ClientModel, type) {
    if (responseTypeAllowed.call(this, type)) return true;
    throw new errors.UnauthorizedClient('requested response_type is not allowed for this client');
  };
}
