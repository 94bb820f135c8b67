/** The words of CAS for what is wrong (CAS Protocol 3.0, 2.5.3 and 2.7.3). */
export type FailureCode =
  | 'INVALID_REQUEST'
  | 'INVALID_TICKET'
  | 'INVALID_TICKET_SPEC'
  | 'INVALID_SERVICE'
  | 'INVALID_PROXY_CALLBACK'
  | 'UNAUTHORIZED_SERVICE'
  | 'UNAUTHORIZED_SERVICE_PROXY'
  | 'INTERNAL_ERROR';

/** Why a request of a service is refused. Services read the code, and people the sentence. */
export class CasFailure extends Error {
  readonly code: FailureCode;
  constructor(code: FailureCode, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

const longest = 100;

/** A ticket in a sentence, as Casdoor 2022 says it. */
export const shown = (text: string): string => text.slice(0, longest).toWellFormed();
