import type { TypeDescription } from '../description.ts';

export const localFileSystem = {
  type: 'Local File System',
  offered: true,
  about: 'Files on the disk of this server.',
  page: 'https://nodejs.org/api/fs.html',
  logo: { letters: 'FS', color: '#4a5560' },
  uses: ['domain'],
  starts: { domain: '{origin}' },
} as const satisfies TypeDescription;
