/** Docker's name server is at 127.0.0.11 in every container. This one forwards queries to the name server at the gateway. */
import { createSocket } from 'node:dgram';

const [gateway] = process.argv.slice(2);
const socket = createSocket('udp4');
socket.on('message', (question, from) => {
  const asking = createSocket('udp4');
  const late = setTimeout(() => asking.close(), 5000);
  asking.on('message', (answer) => {
    clearTimeout(late);
    asking.close();
    socket.send(answer, from.port, from.address);
  });
  asking.send(question, 53, gateway);
});
socket.bind(53, '127.0.0.11');
