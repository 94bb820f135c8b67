import type { Request, Response } from 'express';
import { programPaths } from '../../http/protocol-paths.ts';

/**
 * Lets pages of other origins read why a request was refused before a client was known. The library's answers go to
 * pages of the client alone.
 */
export function letPagesRead(req: Request, res: Response): void {
  if (programPaths.includes(req.path)) res.set('Access-Control-Allow-Origin', req.get('Origin') ?? '*').vary('Origin');
}
