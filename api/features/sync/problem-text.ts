import { messageForCode } from '../../core/error-message.ts';
import type { SourceProblem } from '../../providers/directories/contract.ts';

/** A problem of a source or a person, in words. */
export const problemText = (language: string, { code, params }: SourceProblem): string =>
  messageForCode(language, code, params ?? {});

/** A stored problem, whose parameters are JSON. */
export function storedProblemText(language: string, { code, problem }: { code: string; problem: string }): string {
  if (!code) return '';
  try {
    return messageForCode(language, code, problem ? JSON.parse(problem) : {});
  } catch {
    // Its parameters were too long and were cut.
    return messageForCode(language, code);
  }
}
