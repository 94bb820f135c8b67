/** The administrator of an organization chooses the server, so each answer of it has limits. */
export const limits = {
  connectMs: 8_000,
  /** For one question and its whole answer. */
  answerMs: 60_000,
  bindMs: 15_000,
  /** One message, such as a group with all its members. */
  messageBytes: 16 * 2 ** 20,
  /** All messages that answer one question. */
  answerBytes: 64 * 2 ** 20,
  answerMessages: 50_000,
  attributes: 2_000,
  pageSize: 500,
  /** All people of one reading. */
  people: 2_000_000,
  groups: 50_000,
  memberships: 5_000_000,
  /** A value that fills a field of a user. */
  valueLength: 10_000,
} as const;
