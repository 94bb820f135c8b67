import type { Request, Response } from 'express';
import { programPaths } from '../../http/protocol-paths.ts';

/**
 * Lets a page of another origin read why nobody even judged what it asked. What is judged is told to pages of the client alone; here
 * nobody has been looked for whom the answer could be about.
 */
export function letPagesRead(req: Request, res: Response): void {
  if (programPaths.includes(req.path)) res.set('Access-Control-Allow-Origin', req.get('Origin') ?? '*').vary('Origin');
}
