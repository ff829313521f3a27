import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { type Served, Session } from './session.js';

/** Serves a client over two streams until it ends the session, which ends the process. */
export function serve(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, served: Served): Session {
  const connection = createConnection(ProposedFeatures.all, input, output);
  const session = new Session(connection, served);
  connection.listen();
  return session;
}
