import { hash } from 'node:crypto';

/** Rows contain this digest instead of a client's token or code. */
export const digestOf = (text: string) => hash('sha256', text, 'base64url');

/** The name of an artifact's row. */
export const artifactName = (model: string, id: string) => `${model}:${digestOf(id)}`;
