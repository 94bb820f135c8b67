export function firstRunLines(root: string): string[];
