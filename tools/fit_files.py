"""fit_files.py -- what the fit tools share: positions of `skerry siblings`, and the weights of a network
(engine/bots/neural_net.h) as C tables. In the fits a feature is a 32nd of its whole number. Needs NumPy."""
import re

import numpy

# What a whole number of the tables stands for; a hidden unit's own scale is in its output.
DIRECT, HIDDEN, OUT = 1 / 2048, 0.004, 32 / 256 / 2 ** 16


def rows(path, kind):
    """The whole records of a file."""
    with open(path, 'rb') as f:
        data = f.read()
    return numpy.frombuffer(data[:len(data) // kind.itemsize * kind.itemsize], kind)


def outcomes(name, features):
    """Of "4:PREFIX", four seats: who won, who judged and the levels (head), and every seat's features (row)."""
    seats, prefix = name.split(':', 1)
    return rows(prefix + '.outcomes', numpy.dtype([('head', 'u1', (8,)), ('row', '<i2', (int(seats), features))]))


def read_weights(path):
    """The direct, hidden and output weights of a file that write_weights() made."""
    text = open(path).read()
    direct, hidden, out = (numpy.array(re.findall(r'-?\d+', text[text.index('weight_' + part):].split('=', 1)[1]
                                                  .split(';', 1)[0]), 'f8') for part in ('direct', 'hidden', 'out'))
    return direct * DIRECT, hidden.reshape(len(out), -1) * HIDDEN, out * OUT / HIDDEN


def numbers(values, indent):
    lines = [', '.join(map(str, values[i:i + 20])) + ',' for i in range(0, len(values), 20)]
    return ''.join('\n' + indent + line for line in lines)


def write_weights(path, maker, user, pad, direct, hidden, out):
    """Whole numbers: each hidden unit's row is scaled to a byte, and its output takes the scale. `user` is the
    source that includes the file, `pad` the C name of the length of a row."""
    direct, hidden, out = (numpy.asarray(v, 'f8') for v in (direct, hidden, out))
    scale = numpy.maximum(numpy.abs(hidden).max(1), 1e-6) / 127
    direct = numpy.clip(numpy.rint(direct / DIRECT), -32767, 32767).astype(int).tolist()
    hidden = numpy.rint(hidden / scale[:, None]).astype(int).tolist()
    out = numpy.rint(out * scale / OUT).astype(int).tolist()
    with open(path, 'w') as f:
        f.write(f'/* The weights of {user}, made by {maker}; docs/strength.md says how. */\n'
                f'enum {{ HIDDEN = {len(out)} }};\n'
                f'static const int16_t weight_direct[{pad}] = {{' + numbers(direct, '    ')
                + f'\n}};\nstatic const int8_t weight_hidden[HIDDEN][{pad}] = {{')
        for row in hidden:
            f.write('\n    {' + numbers(row, '        ') + '\n    },')
        f.write('\n};\nstatic const int32_t weight_out[HIDDEN] = {' + numbers(out, '    ')
                + '\n};\n')
