/** Something that is wrong, and what mends it. A warning does not stop a sign-in. */
export interface Finding {
  /** A stable name, for programs that read the output. */
  code: string;
  isWarning?: boolean;
  fault: string;
  remedy: string;
}

export const fault = (code: string, sentence: string, remedy: string): Finding => ({ code, fault: sentence, remedy });

export const warning = (code: string, sentence: string, remedy: string): Finding => ({
  ...fault(code, sentence, remedy),
  isWarning: true,
});
