import { errors } from 'oidc-provider';

/** The proof of a client's key is missing, or was used before. Clients may know that, whatever the grant. */
export class ProofRefused extends errors.InvalidGrant {}
