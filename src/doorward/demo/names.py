"""The names of the demo's people, by country. Any likeness to a person is chance."""

from typing import Final, NamedTuple


class Country(NamedTuple):
    city: str
    hours: int  # The difference of its clocks from UTC.
    phone: str
    language: str
    # Where names are written in another script than usernames: pairs of the name and its transcription.
    names: tuple[tuple[str, str], ...] = ()
    first: str = ""
    last: str = ""


COUNTRIES: Final = (
    Country(
        "Berlin", 1, "+49 30 5550", "en",
        first="Anna Lukas Jürgen Käthe Björn Sabine Matthias Friederike",
        last="Schmidt Müller Weiß Schröder von_der_Heide Köhler Großmann",
    ),
    Country(
        "Lyon", 1, "+33 4 5550", "en",
        first="Camille Étienne Zoé François Margaux Théo Inès",
        last="Lefèvre Moreau d'Aubigné Garçon Benoît Roux Mercier Lemaître",
    ),
    Country(
        "Kraków", 1, "+48 12 5550", "en",
        first="Agnieszka Łukasz Małgorzata Paweł Zofia Stanisław Żaneta Michał",
        last="Kowalczyk Wójcik Żak Nowak Mazurek Pająk Sęk",
    ),
    Country(
        "São Paulo", -3, "+55 11 5550", "en",
        first="João Beatriz Thiago Conceição Rafael Letícia Vinícius Antônia",
        last="Gonçalves da_Silva_Santos Araújo Ribeiro Magalhães Teixeira Brandão",
    ),
    Country(
        "Lagos", 1, "+234 1 5550", "en",
        first="Chidinma Olúwaseun Ngozi Emeka Adaeze Babátúndé",
        last="Okafor Adéyẹmí Nwosu Eze Balógun Obi Chukwu Òkè",
    ),
    Country(
        "İstanbul", 3, "+90 212 5550", "en",
        first="Ayşe Çağlar Gül Oğuzhan Şebnem İbrahim",
        last="Yıldırım Öztürk Şahin Kılıç Doğan Güneş Aslan",
    ),
    Country(
        "Hà Nội", 7, "+84 24 5550", "en",
        first="Thị_Hương Văn_Đức Minh_Anh Quốc_Bảo Ngọc_Lan Thu_Hà Hải_Đăng",
        last="Nguyễn Trần Phạm Đặng Huỳnh Vũ Bùi",
    ),
    Country(
        "Dublin", 0, "+353 1 5550", "en",
        first="Aoife Ciarán Siobhán Oisín Niamh Seán Gráinne Pádraig",
        last="O'Brien Kavanagh MacGabhann Byrne Ó_Súilleabháin Fitzgerald Quinn",
    ),
    Country(
        "上海", 8, "+86 21 5550", "zh",
        (
            ("王伟", "wang.wei"), ("李娜", "li.na"), ("张秀英", "zhang.xiuying"), ("刘洋", "liu.yang"),
            ("陈静", "chen.jing"), ("杨丽", "yang.li"), ("赵磊", "zhao.lei"), ("黄敏", "huang.min"),
            ("周杰", "zhou.jie"), ("吴倩", "wu.qian"), ("徐刚", "xu.gang"), ("孙悦", "sun.yue"),
            ("欧阳若曦", "ouyang.ruoxi"), ("司马子轩", "sima.zixuan"), ("诸葛明", "zhuge.ming"),
            ("林小雨", "lin.xiaoyu"),
        ),
    ),
    Country(
        "القاهرة", 2, "+20 2 5550", "en",
        (
            ("محمد العلي", "m.alali"), ("فاطمة الزهراء حسن", "fatima.hassan"), ("أحمد إبراهيم", "ahmed.ibrahim"),
            ("نور الدين خليل", "noureddine.khalil"), ("ليلى منصور", "layla.mansour"),
            ("عمر بن يوسف", "omar.benyoussef"),
            ("سارة عبد الرحمن", "sara.abdelrahman"), ("خالد المصري", "khaled.elmasry"), ("مريم سعيد", "mariam.said"),
            ("يوسف حداد", "youssef.haddad"), ("هالة القاسم", "hala.alqasim"), ("طارق زيدان", "tarek.zidan"),
        ),
    ),
    Country(
        "東京", 9, "+81 3 5550", "en",
        (
            ("佐藤 花子", "sato.hanako"), ("鈴木 一郎", "suzuki.ichiro"), ("高橋 美咲", "takahashi.misaki"),
            ("田中 健", "tanaka.ken"), ("渡辺 さくら", "watanabe.sakura"), ("김민준", "kim.minjun"),
            ("이서연", "lee.seoyeon"), ("박지훈", "park.jihoon"),
        ),
    ),
    Country(
        "Київ", 2, "+380 44 5550", "en",
        (
            ("Олена Шевченко", "olena.shevchenko"), ("Андрій Коваленко", "andrii.kovalenko"),
            ("Наталія Бондаренко", "natalia.bondarenko"), ("Ελένη Παπαδοπούλου", "eleni.papadopoulou"),
            ("Γιώργος Νικολάου", "giorgos.nikolaou"), ("נועה לוי", "noa.levi"), ("אברהם כהן", "avraham.cohen"),
        ),
    ),
    Country(
        "मुंबई", 5, "+91 22 5550", "en",
        (
            ("प्रिया शर्मा", "priya.sharma"), ("अर्जुन पटेल", "arjun.patel"), ("लक्ष्मी नारायण", "lakshmi.narayan"),
            ("ราตรี ศรีสุวรรณ", "ratri.srisuwan"), ("தமிழ்ச்செல்வி முருகன்", "tamilselvi.murugan"),
        ),
    ),
    Country(
        "Ciudad de México", -6, "+52 55 5550", "en",
        (
            ("María Fernanda Guadalupe de los Ángeles Hernández-Villanueva y Castellanos", "mf.hernandez"),
            ("José Luis Gutiérrez Peña", "jl.gutierrez"), ("Ximena Ibáñez", "ximena.ibanez"),
            ("Hubert Maximilian Wolfeschlegelsteinhausenbergerdorff-Rautenstrauch", "hubert.w"),
            ("Adrián", "adrian"), ("Bo Ek", "bo"),
        ),
    ),
)  # fmt: skip
