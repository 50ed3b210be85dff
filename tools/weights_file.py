"""weights_file.py -- reads and writes the weights of a network (ai/neural_net.h) as C tables; used by the fit tools."""
import re


def read(path):
    """The numbers of weight_direct, weight_hidden and weight_out, as flat lists by the last part of the name."""
    text = open(path).read()
    return {name: [int(x) for x in re.findall(r'-?\d+', text[text.index('weight_' + name):]
                                              .split('=', 1)[1].split(';', 1)[0])]
            for name in ('direct', 'hidden', 'out')}


def numbers(values, indent):
    lines = [', '.join(map(str, values[i:i + 20])) + ',' for i in range(0, len(values), 20)]
    return ''.join('\n' + indent + line for line in lines)


def write(path, maker, pad, direct, rows, outs):
    """Lists of whole numbers; `pad` is the C name of the length of a row."""
    with open(path, 'w') as f:
        f.write(f'/* Made by {maker}; docs/tuning.md says from which games. */\n'
                f'enum {{ HIDDEN = {len(outs)} }};\n'
                f'static const int16_t weight_direct[{pad}] = {{' + numbers(direct, '    ')
                + f'\n}};\nstatic const int8_t weight_hidden[HIDDEN][{pad}] = {{')
        for row in rows:
            f.write('\n    {' + numbers(row, '        ') + '\n    },')
        f.write('\n};\nstatic const int32_t weight_out[HIDDEN] = {' + numbers(outs, '    ')
                + '\n};\n')
