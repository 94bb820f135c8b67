const mark = 'folder:';

/** The folder of the files that declare an object; undefined if a cluster declares it. */
export const folderOf = ({ cluster }: { cluster: string }): string | undefined =>
  cluster.startsWith(mark) ? cluster.slice(mark.length) : undefined;
