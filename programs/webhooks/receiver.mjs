import express from 'express';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
// A database does this better: it outlives the process, and all replicas share it.
const seen = new Set();

export const app = express();
// The signature is of the bytes that came, so nothing may parse them before.
app.post('/events', express.raw({ type: '*/*' }), (req, res) => {
  let event;
  try {
    // It also refuses calls whose time is more than five minutes away.
    event = webhook.verify(req.body, req.headers);
  } catch {
    return res.status(401).end();
  }
  const id = req.get('webhook-id');
  if (!seen.has(id)) {
    seen.add(id);
    console.log(event.type, event.subject, event.data.user);
  }
  res.status(204).end();
});

if (process.env.PORT) app.listen(process.env.PORT);
