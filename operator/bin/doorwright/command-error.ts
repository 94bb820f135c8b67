/** The reason why a command stops, as one sentence for its user. */
export class CommandError extends Error {}
