import type { Stack } from '@doorwright/programs/stacks.ts';
import { useQuery } from '@tanstack/react-query';
import { loadWithRetry } from '../../../browser/load-with-retry.ts';

const folder = '../../../../../../programs/';
const loaders = import.meta.glob<string>(
  ['../../../../../../programs/*/**', '!**/node_modules/**', '!**/{env,routes,dist,target,build,.next}/**'],
  { query: '?raw', import: 'default' },
);

export interface ProgramText {
  file: string;
  text: string;
}

/** The files of a program; undefined while they load. */
export const useProgramTexts = ({ name, files }: Stack) =>
  useQuery({
    queryKey: ['program', name],
    queryFn: () =>
      Promise.all(
        files.map(async (file): Promise<ProgramText> => {
          const load = loaders[`${folder}${name}/${file}`];
          if (!load) throw new Error(`${name}/${file}`);
          return { file, text: await loadWithRetry(load) };
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
