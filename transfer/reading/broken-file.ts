import { BrokenSource } from '../contract.ts';

/** The sentence for a file that the system does not give. */
export function brokenFile(path: string, error: unknown): BrokenSource {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new BrokenSource(`There is no file ${path}.`, { cause: error });
  if (code === 'EACCES' || code === 'EPERM')
    return new BrokenSource(`${path} cannot be read: this user has no permission.`, { cause: error });
  return new BrokenSource(`${path} cannot be read: ${message}.`, { cause: error });
}
